package anima.mod.pause;

import anima.mod.mixin.ThreadedAnvilChunkStorageInvoker;
import net.minecraft.server.world.ChunkHolder;
import net.minecraft.server.world.ServerChunkManager;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.world.chunk.WorldChunk;

/** What a world does in a tick that is not played: it shows its players what commands have changed, no more. */
public final class StillWorld {
    private StillWorld() {
    }

    /**
     * Loads chunks for those who come, and sends block changes and entity positions.
     *
     * <p>These are the parts of {@code ServerWorld.tick} and {@code ServerChunkManager.tickChunks} (1.19.4) in which no
     * game time passes.
     */
    public static void tick(ServerWorld world) {
        ServerChunkManager chunks = world.getChunkManager();
        tickWithoutSaving(world, chunks);
        ThreadedAnvilChunkStorageInvoker storage = (ThreadedAnvilChunkStorageInvoker) chunks.threadedAnvilChunkStorage;
        for (ChunkHolder holder : storage.anima$entryIterator()) {
            WorldChunk chunk = holder.getWorldChunk();
            if (chunk != null) {
                holder.flushUpdates(chunk);
            }
        }
        storage.anima$tickEntityMovement();
    }

    /**
     * Loads chunks, and writes none: the game saves in this call, too.
     *
     * <p>Chunks wait as they do after {@code /save-off}; points of interest wait for a tick that has time left.
     */
    private static void tickWithoutSaving(ServerWorld world, ServerChunkManager chunks) {
        boolean savingDisabled = world.savingDisabled; // Somebody may have typed /save-off.
        world.savingDisabled = true;
        try {
            chunks.tick(() -> false, false);
        } finally {
            world.savingDisabled = savingDisabled;
        }
    }
}
