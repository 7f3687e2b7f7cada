package net.minecraft.text;

import net.minecraft.util.Formatting;

/** Double. */
public class MutableText implements Text {
    private final String text;
    public Formatting doubleColour;

    public MutableText(String text) {
        this.text = text;
    }

    public MutableText formatted(Formatting colour) {
        doubleColour = colour;
        return this;
    }

    @Override
    public String toString() {
        return text;
    }
}
