package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double: a question, as whether to take the resource pack of a server. */
public class ConfirmScreen extends Screen {
    public ConfirmScreen() {
        super(Text.literal(""));
    }
}
