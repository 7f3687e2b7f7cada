package org.lwjgl.opengl;

import anima.doubles.Gl;

/** Double. */
public class GL11C {
    public static int glGetInteger(int name) {
        return Gl.STATE.get(name);
    }

    public static boolean glIsEnabled(int what) {
        return Gl.ENABLED.getOrDefault(what, false);
    }

    public static void glEnable(int what) {
        Gl.ENABLED.put(what, true);
    }

    public static void glDisable(int what) {
        Gl.ENABLED.put(what, false);
    }

    public static void glPixelStorei(int name, int value) {
        Gl.STATE.put(name, value);
    }

    public static void glReadPixels(int x, int y, int width, int height, int format, int type, long offset) {
        Gl.readPixels(width, height);
    }
}
