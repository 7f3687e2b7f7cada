package net.minecraft.client.gl;

/** Double. */
public abstract class Framebuffer {
    public int fbo = 7;
    public int textureWidth = 1280;
    public int textureHeight = 720;

    public void endWrite() {
    }
}
