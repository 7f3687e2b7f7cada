package net.minecraft.text;

import com.mojang.brigadier.Message;

/** Double. */
public interface Text extends Message, StringVisitable {
    static MutableText literal(String text) {
        return new MutableText(text);
    }

    static MutableText translatable(String key) {
        return new MutableText(key);
    }

    @Override
    default String getString() {
        return toString();
    }

    default String asTruncatedString(int length) {
        String all = getString();
        return all.length() <= length ? all : all.substring(0, length);
    }
}
