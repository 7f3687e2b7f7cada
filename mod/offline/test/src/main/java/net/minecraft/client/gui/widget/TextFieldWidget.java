package net.minecraft.client.gui.widget;

import net.minecraft.client.font.TextRenderer;
import net.minecraft.client.gui.Drawable;
import net.minecraft.text.Text;

/** Double. */
public class TextFieldWidget extends ClickableWidget implements Drawable {
    private String text = "";

    public TextFieldWidget(TextRenderer font, int x, int y, int width, int height, Text label) {
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
    }

    public void setMaxLength(int most) {
    }

    public void tick() {
    }
}
