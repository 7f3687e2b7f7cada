package net.minecraft.server.world;

import java.util.function.BooleanSupplier;
import net.minecraft.world.chunk.ChunkManager;

/** Double: counts. */
public class ServerChunkManager extends ChunkManager {
    public final ThreadedAnvilChunkStorage threadedAnvilChunkStorage = new ThreadedAnvilChunkStorage();
    public int doubleTicks;
    public int doubleChunkTicks;

    @Override
    public void tick(BooleanSupplier shouldKeepTicking, boolean tickChunks) {
        doubleTicks++;
        doubleChunkTicks += tickChunks ? 1 : 0;
    }

    @Override
    public void close() {
    }
}
