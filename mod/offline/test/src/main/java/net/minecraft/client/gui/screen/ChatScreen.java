package net.minecraft.client.gui.screen;

import net.minecraft.text.Text;

/** Double. */
public class ChatScreen extends Screen {
    public ChatScreen() {
        super(Text.literal(""));
    }
}
