package org.lwjgl.opengl;

import anima.doubles.Gl;
import java.nio.ByteBuffer;

/** Double. */
public class GL30C {
    public static void glBindFramebuffer(int target, int framebuffer) {
        Gl.STATE.put(target == 0x8CA8 ? 0x8CAA : 0x8CA6, framebuffer);
    }

    public static void glBlitFramebuffer(int x0, int y0, int x1, int y1, int toX0, int toY0, int toX1, int toY1, int mask, int filter) {
        if (Gl.ENABLED.get(0x0C11)) {
            throw new IllegalStateException("the scissor cut the copy");
        }
    }

    public static int glGenFramebuffers() {
        return Gl.make("framebuffer");
    }

    public static void glDeleteFramebuffers(int framebuffer) {
        Gl.delete("framebuffer");
    }

    public static int glGenRenderbuffers() {
        return Gl.make("renderbuffer");
    }

    public static void glDeleteRenderbuffers(int renderbuffer) {
        Gl.delete("renderbuffer");
    }

    public static void glBindRenderbuffer(int target, int renderbuffer) {
        Gl.STATE.put(0x8CA7, renderbuffer);
    }

    public static void glRenderbufferStorage(int target, int format, int width, int height) {
    }

    public static void glFramebufferRenderbuffer(int target, int attachment, int renderbufferTarget, int renderbuffer) {
    }

    public static int glCheckFramebufferStatus(int target) {
        return Gl.complete ? 0x8CD5 : 0x8CDD;
    }

    public static ByteBuffer glMapBufferRange(int target, long offset, long bytes, int access, ByteBuffer old) {
        return Gl.map(bytes);
    }
}
