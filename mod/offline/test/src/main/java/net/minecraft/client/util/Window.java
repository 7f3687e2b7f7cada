package net.minecraft.client.util;

/** Double. */
public final class Window implements AutoCloseable {
    public int getScaledWidth() {
        return 427;
    }

    public int getScaledHeight() {
        return 240;
    }

    @Override
    public void close() {
    }
}
