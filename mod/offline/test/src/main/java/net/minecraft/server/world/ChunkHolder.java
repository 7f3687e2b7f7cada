package net.minecraft.server.world;

import net.minecraft.world.chunk.WorldChunk;

/** Double: counts what it sends. */
public class ChunkHolder {
    public WorldChunk doubleChunk;
    public int doubleFlushes;

    public WorldChunk getWorldChunk() {
        return doubleChunk;
    }

    public void flushUpdates(WorldChunk chunk) {
        doubleFlushes++;
    }
}
