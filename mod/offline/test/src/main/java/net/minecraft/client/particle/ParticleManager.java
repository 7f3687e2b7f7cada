package net.minecraft.client.particle;

/** Double: counts. */
public class ParticleManager {
    public int doubleTicks;

    public void tick() {
        doubleTicks++;
    }
}
