package org.lwjgl.opengl;

import anima.doubles.Gl;

/** Double. */
public class GL15C {
    public static int glGenBuffers() {
        return Gl.make("buffer");
    }

    public static void glDeleteBuffers(int buffer) {
        Gl.delete("buffer");
    }

    public static void glBindBuffer(int target, int buffer) {
        Gl.STATE.put(0x88ED, buffer);
    }

    public static void glBufferData(int target, long bytes, int usage) {
        Gl.bufferData(bytes);
    }

    public static boolean glUnmapBuffer(int target) {
        Gl.unmap();
        return true;
    }
}
