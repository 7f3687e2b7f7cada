package net.minecraft.client.render;

import java.util.ArrayList;
import java.util.List;

/** Double: counts its ticks, and remembers how far between two ticks each frame was drawn. */
public class GameRenderer {
    public int doubleTicks;
    public final List<Float> doubleDrawn = new ArrayList<>();
    private final WorldRenderer worldRenderer;

    public GameRenderer(WorldRenderer worldRenderer) {
        this.worldRenderer = worldRenderer;
    }

    public void tick() {
        doubleTicks++;
        worldRenderer.doubleSplashes++; // WorldRenderer.tickRainSplashing
    }

    public void render(float tickDelta, long startTime, boolean tick) {
        doubleDrawn.add(tickDelta);
    }
}
