package net.minecraft.client.world;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientChunkEvents;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.world.chunk.ChunkManager;
import net.minecraft.world.chunk.WorldChunk;

/**
 * Double: the chunks that are loaded, as a ring of slots around a centre ({@code ClientChunkMap}): what is out of view is
 * refused, and what a moving player leaves behind stays until it is unloaded or its slot is needed.
 */
public class ClientChunkManager extends ChunkManager {
    /** Chunks of view beyond which a client keeps three more ({@code getChunkMapRadius}). */
    private static final int MARGIN = 3;

    /** The chunk in each slot that has one. */
    public final Map<Integer, WorldChunk> doubleChunks = new HashMap<>();
    private int radius = 32 + MARGIN;
    private int centerX;
    private int centerZ;

    @Override
    public WorldChunk getWorldChunk(int x, int z) {
        WorldChunk chunk = isInRadius(x, z) ? doubleChunks.get(slot(x, z)) : null;
        return chunk != null && chunk.getPos().x == x && chunk.getPos().z == z ? chunk : null;
    }

    private boolean isInRadius(int x, int z) {
        return Math.abs(x - centerX) <= radius && Math.abs(z - centerZ) <= radius;
    }

    private int slot(int x, int z) {
        int diameter = 2 * radius + 1;
        return Math.floorMod(z, diameter) * diameter + Math.floorMod(x, diameter);
    }

    /** A chunk comes ({@code loadChunkFromPacket}, with Fabric's events). Returns whether it was in view. */
    public boolean doubleLoad(ClientWorld world, WorldChunk chunk) {
        int x = chunk.getPos().x;
        int z = chunk.getPos().z;
        if (!isInRadius(x, z)) {
            return false; // "Ignoring chunk since it's not in the view range"
        }
        WorldChunk before = doubleChunks.put(slot(x, z), chunk);
        if (before != null && (before.getPos().x != x || before.getPos().z != z)) {
            ClientChunkEvents.CHUNK_UNLOAD.invoker().onChunkUnload(world, before);
        }
        ClientChunkEvents.CHUNK_LOAD.invoker().onChunkLoad(world, chunk);
        return true;
    }

    /** A chunk goes ({@code unload}, with Fabric's event). */
    public void doubleUnload(ClientWorld world, int x, int z) {
        WorldChunk chunk = getWorldChunk(x, z);
        if (chunk != null) {
            doubleChunks.remove(slot(x, z));
            ClientChunkEvents.CHUNK_UNLOAD.invoker().onChunkUnload(world, chunk);
        }
    }

    /** The player is in another chunk ({@code setChunkMapCenter}): nothing goes by that alone. */
    public void doubleCenter(int x, int z) {
        centerX = x;
        centerZ = z;
    }

    /** The server, or the player, sees so many chunks far ({@code updateLoadDistance}). */
    public void doubleView(ClientWorld world, int chunks) {
        List<WorldChunk> before = List.copyOf(doubleChunks.values());
        radius = Math.max(2, chunks) + MARGIN;
        doubleChunks.clear();
        for (WorldChunk chunk : before) {
            if (isInRadius(chunk.getPos().x, chunk.getPos().z)) {
                doubleChunks.put(slot(chunk.getPos().x, chunk.getPos().z), chunk);
            } else {
                ClientChunkEvents.CHUNK_UNLOAD.invoker().onChunkUnload(world, chunk);
            }
        }
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
