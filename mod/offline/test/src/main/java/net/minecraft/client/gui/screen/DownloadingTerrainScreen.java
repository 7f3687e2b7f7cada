package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double. */
public class DownloadingTerrainScreen extends Screen {
    public DownloadingTerrainScreen() {
        super(Text.literal(""));
    }
}
