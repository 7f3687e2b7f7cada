package net.minecraft.client.gui.widget;

import net.minecraft.client.gui.Drawable;
import net.minecraft.client.gui.DrawableHelper;
import net.minecraft.client.gui.Element;
import net.minecraft.client.gui.Selectable;
import net.minecraft.client.util.math.MatrixStack;

/** Double. */
public abstract class ClickableWidget extends DrawableHelper implements Drawable, Element, Selectable {
    @Override
    public void render(MatrixStack matrices, int mouseX, int mouseY, float delta) {
    }
}
