package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double. */
public class DeathScreen extends Screen {
    public DeathScreen() {
        super(Text.literal(""));
    }
}
