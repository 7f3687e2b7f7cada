package net.minecraft.client.font;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.util.math.MatrixStack;
import net.minecraft.text.StringVisitable;
import net.minecraft.text.Text;

/** Double: six pixels a letter; remembers what it draws. */
public class TextRenderer {
    public final int fontHeight = 9;
    public final List<String> doubleTexts = new ArrayList<>();

    public int drawWithShadow(MatrixStack matrices, String text, float x, float y, int colour) {
        doubleTexts.add(text);
        return 0;
    }

    public int drawWithShadow(MatrixStack matrices, Text text, float x, float y, int colour) {
        return drawWithShadow(matrices, text.getString(), x, y, colour);
    }

    public int getWidth(String text) {
        return 6 * text.length();
    }

    public int getWidth(StringVisitable text) {
        return getWidth(text.toString());
    }

    public String trimToWidth(String text, int width) {
        return text.substring(0, Math.min(text.length(), width / 6));
    }
}
