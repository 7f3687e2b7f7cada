package net.minecraft.server.world;

import java.util.function.BooleanSupplier;
import net.minecraft.world.chunk.ChunkManager;

/** Double: counts, and ticks its storage. */
public class ServerChunkManager extends ChunkManager {
    public final ThreadedAnvilChunkStorage threadedAnvilChunkStorage;
    public int doubleTicks;
    public int doubleChunkTicks;

    public ServerChunkManager(ServerWorld world) {
        threadedAnvilChunkStorage = new ThreadedAnvilChunkStorage(world);
    }

    @Override
    public void tick(BooleanSupplier shouldKeepTicking, boolean tickChunks) {
        doubleTicks++;
        doubleChunkTicks += tickChunks ? 1 : 0;
        threadedAnvilChunkStorage.doubleTick(shouldKeepTicking);
    }

    @Override
    public void close() {
    }
}
