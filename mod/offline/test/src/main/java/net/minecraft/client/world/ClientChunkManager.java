package net.minecraft.client.world;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.world.chunk.ChunkManager;
import net.minecraft.world.chunk.WorldChunk;

/** Double: the chunks that are loaded. */
public class ClientChunkManager extends ChunkManager {
    public final Map<Long, WorldChunk> doubleChunks = new HashMap<>();

    public static long doubleKey(int x, int z) {
        return (long) x << 32 | z & 0xFFFFFFFFL;
    }

    @Override
    public WorldChunk getWorldChunk(int x, int z) {
        return doubleChunks.get(doubleKey(x, z));
    }

    public void onChunkBiomeData(int x, int z, PacketByteBuf buf) {
    }

    @Override
    public void close() {
    }

    @Override
    public void tick(java.util.function.BooleanSupplier shouldKeepTicking, boolean tickChunks) {
    }
}
