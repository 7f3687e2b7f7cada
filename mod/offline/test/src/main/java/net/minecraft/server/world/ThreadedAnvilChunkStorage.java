package net.minecraft.server.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Double: the chunks that are loaded, and what a tick of them writes. */
public class ThreadedAnvilChunkStorage {
    public final List<ChunkHolder> doubleHolders = new ArrayList<>();
    public int doubleMovements;
    public int doubleUnsavedChunks;
    public int doubleUnloadTasks;
    public int doubleUnsavedPoints;
    public int doubleSaves;
    private final ServerWorld world;

    public ThreadedAnvilChunkStorage(ServerWorld world) {
        this.world = world;
    }

    void doubleTick(BooleanSupplier shouldKeepTicking) {
        while (doubleUnsavedPoints > 0 && shouldKeepTicking.getAsBoolean()) {
            doubleUnsavedPoints--;
            doubleSaves++;
        }
        if (!world.savingDisabled) {
            unloadChunks(shouldKeepTicking);
        }
    }

    /** Too many chunks that wait to be unloaded are saved even if there is no time left. */
    private void unloadChunks(BooleanSupplier shouldKeepTicking) {
        int due = doubleUnloadTasks - 2000;
        while (doubleUnloadTasks > 0 && (due-- > 0 || shouldKeepTicking.getAsBoolean())) {
            doubleUnloadTasks--;
            doubleSaves++;
        }
        for (int i = 0; i < 20 && doubleUnsavedChunks > 0 && shouldKeepTicking.getAsBoolean(); i++) {
            doubleUnsavedChunks--;
            doubleSaves++;
        }
    }

    protected Iterable<ChunkHolder> entryIterator() {
        return doubleHolders;
    }

    protected void tickEntityMovement() {
        doubleMovements++;
    }
}
