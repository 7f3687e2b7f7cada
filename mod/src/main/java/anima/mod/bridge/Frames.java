package anima.mod.bridge;

import java.nio.ByteBuffer;

/**
 * Hands over pictures. One is due when {@link Turn#wantsFrame} says so, within some frames; others are welcome to nobody.
 */
public final class Frames {
    /** The width that needs no scaling, in pixels. */
    public static final int WIDTH = 640;
    /** The height that needs no scaling, in pixels. */
    public static final int HEIGHT = 360;

    private final long handle;

    Frames(long handle) {
        this.handle = handle;
    }

    /**
     * Hands over a picture. It is copied in this call and turned, scaled and given to the agent by another thread, so
     * that the buffer is free again at once. A picture that the agent has not looked at yet is replaced.
     *
     * @param pixels a direct buffer, four bytes a pixel, red, green, blue and one that is not looked at, rows without
     *     gaps, the bottom row first, as {@code glReadPixels} gives them; its position and limit are not looked at
     * @param width in pixels, 1..16384; any size is scaled to WIDTH x HEIGHT
     * @param height in pixels, 1..16384
     * @throws IllegalArgumentException if the buffer is not direct or too small
     */
    public void frame(ByteBuffer pixels, int width, int height) {
        frame(this.handle, pixels, width, height);
    }

    private static native void frame(long handle, ByteBuffer pixels, int width, int height);
}
