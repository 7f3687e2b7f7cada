package net.minecraft.server.world;

import anima.doubles.EmbeddedLand;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.world.chunk.ChunkManager;
import net.minecraft.world.chunk.WorldChunk;

/** Double: counts, and ticks its storage. */
public class ServerChunkManager extends ChunkManager {
    public final ThreadedAnvilChunkStorage threadedAnvilChunkStorage;
    public int doubleTicks;
    public int doubleChunkTicks;
    public int doubleUpdates;
    public BiFunction<Integer, Integer, WorldChunk> doubleLoaded = (x, z) -> null;

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
    public WorldChunk getWorldChunk(int x, int z) {
        return doubleLoaded.apply(x, z);
    }

    public EmbeddedLand doubleLand;

    public <T> void addTicket(ChunkTicketType<T> type, ChunkPos pos, int radius, T argument) {
        doubleLand.addTicket(pos, radius);
    }

    public <T> void removeTicket(ChunkTicketType<T> type, ChunkPos pos, int radius, T argument) {
        doubleLand.removeTicket(pos, radius);
    }

    public void updatePosition(ServerPlayerEntity player) {
        doubleUpdates++;
    }

    @Override
    public void close() {
    }
}
