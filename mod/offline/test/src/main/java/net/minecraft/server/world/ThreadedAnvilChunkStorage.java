package net.minecraft.server.world;

import java.util.ArrayList;
import java.util.List;

/** Double: the chunks that are loaded. */
public class ThreadedAnvilChunkStorage {
    public final List<ChunkHolder> doubleHolders = new ArrayList<>();
    public int doubleMovements;

    protected Iterable<ChunkHolder> entryIterator() {
        return doubleHolders;
    }

    protected void tickEntityMovement() {
        doubleMovements++;
    }
}
