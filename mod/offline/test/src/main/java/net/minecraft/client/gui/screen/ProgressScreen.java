package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double. */
public class ProgressScreen extends Screen {
    public ProgressScreen(boolean closeAfterFinished) {
        super(Text.literal(""));
    }
}
