package net.minecraft.client.texture;

/** Double: counts the steps of water, lava and fire. */
public class TextureManager implements TextureTickListener {
    public int doubleTicks;

    @Override
    public void tick() {
        doubleTicks++;
    }
}
