package net.minecraft.client.render;

/** Double: counts what makes clouds and rain move, and the splashes of rain. */
public class WorldRenderer {
    public int doubleTicks;
    public int doubleSplashes;

    public void tick() {
        doubleTicks++;
    }
}
