package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double: what a server shows by {@code GameStateChangeS2CPacket}, reason 5. */
public class DemoScreen extends Screen {
    public DemoScreen() {
        super(Text.literal(""));
    }
}
