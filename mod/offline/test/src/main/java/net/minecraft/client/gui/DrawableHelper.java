package net.minecraft.client.gui;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.util.math.MatrixStack;

/** Double: remembers the boxes. */
public abstract class DrawableHelper {
    public static final List<String> doubleBoxes = new ArrayList<>();

    public static void fill(MatrixStack matrices, int x1, int y1, int x2, int y2, int colour) {
        doubleBoxes.add(matrices.doubleAt() + " " + (x2 - x1) + "x" + (y2 - y1));
    }
}
