package net.minecraft.client.gui.screen.ingame;

import net.minecraft.client.gui.screen.Screen;
import net.minecraft.text.Text;

/** Double: what a server shows by {@code OpenWrittenBookS2CPacket}. */
public class BookScreen extends Screen {
    public BookScreen() {
        super(Text.literal(""));
    }
}
