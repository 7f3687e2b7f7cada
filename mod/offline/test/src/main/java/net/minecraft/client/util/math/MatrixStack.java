package net.minecraft.client.util.math;

import java.util.ArrayDeque;
import java.util.Deque;

/** Double: a place and a size. */
public class MatrixStack {
    private final Deque<float[]> saved = new ArrayDeque<>();
    private float x;
    private float y;
    private float size = 1;

    public void push() {
        saved.push(new float[] {x, y, size});
    }

    public void pop() {
        float[] last = saved.pop();
        x = last[0];
        y = last[1];
        size = last[2];
    }

    public void translate(float dx, float dy, float dz) {
        x += dx * size;
        y += dy * size;
    }

    public void scale(float sx, float sy, float sz) {
        size *= sx;
    }

    public String doubleAt() {
        return Math.round(x) + "," + Math.round(y) + "*" + size;
    }

    public int doubleDepth() {
        return saved.size();
    }
}
