package org.lwjgl.opengl;

import anima.doubles.Gl;

/** Double. */
public class GL32C {
    public static long glFenceSync(int condition, int flags) {
        return Gl.fence();
    }

    public static int glClientWaitSync(long fence, int flags, long timeout) {
        return Gl.done(fence, timeout) ? 0x911C : 0x911B;
    }

    public static void glDeleteSync(long fence) {
        Gl.delete("fence");
    }
}
