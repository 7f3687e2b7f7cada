package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double. */
public class CreditsScreen extends Screen {
    public CreditsScreen() {
        super(Text.literal(""));
    }
}
