package net.minecraft.network.message;

import net.minecraft.text.Text;

/** Double. */
public record MessageType() {
    /** Double: who says something, in the way of the chat window. */
    public record Parameters(Text name) {
        public static Parameters doubleOf(String name) {
            return new Parameters(Text.literal(name));
        }

        public Text applyChatDecoration(Text content) {
            return Text.literal("<" + name.getString() + "> " + content.getString());
        }
    }
}
