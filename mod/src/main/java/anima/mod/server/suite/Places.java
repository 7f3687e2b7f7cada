package anima.mod.server.suite;

import anima.mod.bridge.Suite;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.minecraft.block.BlockState;
import net.minecraft.server.world.ChunkTicketType;
import net.minecraft.server.world.ServerChunkManager;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.world.Heightmap;

/** Looks at places where games may start, and keeps the land around them loaded until their clocks start. */
final class Places {
    private static final ChunkTicketType<ChunkPos> TICKET = ChunkTicketType.create("anima", Comparator.comparingLong(ChunkPos::toLong));
    /** Chunks to each side that are loaded to look at the ground. */
    private static final int NEAR = 1;
    /** Chunks to each side that a body is shown at most. */
    private static final int FAR = 10;
    /** The height at which the generator is asked for a biome before there is ground. */
    private static final int SEA_LEVEL = 64;
    /** Cells of four blocks have one biome. */
    private static final int CELL = 2;

    private final ServerWorld world;
    private final int radius;
    /** How many chunks to each side are kept loaded around a place. */
    private final Map<ChunkPos, Integer> held = new HashMap<>();

    Places(ServerWorld world, int viewDistance) {
        this.world = world;
        this.radius = Math.min(FAR, viewDistance);
    }

    /** See {@link Suite.Operator#look}. */
    long look(ChunkPos chunk, String[] biomes) throws Suite.Refused {
        int x = chunk.x * 16 + 8;
        int z = chunk.z * 16 + 8;
        List<String> wanted = List.of(biomes);
        Integer loads = this.held.get(chunk);
        if (loads == null) {
            this.checkBiome(wanted, x, SEA_LEVEL, z);
            this.hold(chunk, NEAR);
            return Suite.NOT_YET;
        }
        if (!this.isLoaded(chunk, loads)) {
            return Suite.NOT_YET;
        }
        try {
            int y = this.ground(x, z);
            this.checkBiome(wanted, x, y, z);
            if (loads < this.radius) {
                this.letGo(chunk);
                this.hold(chunk, this.radius);
                return Suite.NOT_YET;
            }
            return y;
        } catch (Suite.Refused e) {
            this.letGo(chunk);
            throw e;
        }
    }

    private void checkBiome(List<String> wanted, int x, int y, int z) throws Suite.Refused {
        String name = this.world.getGeneratorStoredBiome(x >> CELL, y >> CELL, z >> CELL).getKey()
            .map(key -> key.getValue().toString()).orElse("one without a name");
        if (!wanted.isEmpty() && !wanted.contains(name)) {
            throw new Suite.Refused("its biome is " + name);
        }
    }

    /** The height of feet on the ground: on what is solid, with room for a body. */
    private int ground(int x, int z) throws Suite.Refused {
        int y = this.world.getTopY(Heightmap.Type.MOTION_BLOCKING_NO_LEAVES, x, z);
        if (y <= this.world.getBottomY() || !this.world.getBlockState(new BlockPos(x, y - 1, z)).getFluidState().isEmpty()) {
            throw new Suite.Refused("there is no ground at " + x + " " + z);
        }
        if (!this.isOpen(new BlockPos(x, y, z)) || !this.isOpen(new BlockPos(x, y + 1, z))) {
            throw new Suite.Refused("there is no room at " + x + " " + y + " " + z);
        }
        return y;
    }

    private boolean isOpen(BlockPos pos) {
        BlockState state = this.world.getBlockState(pos);
        return state.getFluidState().isEmpty() && state.getCollisionShape(this.world, pos).isEmpty();
    }

    private boolean isLoaded(ChunkPos chunk, int around) {
        ServerChunkManager chunks = this.world.getChunkManager();
        for (int dx = -around; dx <= around; dx++) {
            for (int dz = -around; dz <= around; dz++) {
                if (chunks.getWorldChunk(chunk.x + dx, chunk.z + dz) == null) {
                    return false;
                }
            }
        }
        return true;
    }

    private void hold(ChunkPos chunk, int around) {
        this.held.put(chunk, around);
        this.world.getChunkManager().addTicket(TICKET, chunk, around, chunk);
    }

    /** The land around a place is kept loaded no longer. Harmless where none is. */
    void letGo(ChunkPos chunk) {
        Integer around = this.held.remove(chunk);
        if (around != null) {
            this.world.getChunkManager().removeTicket(TICKET, chunk, around, chunk);
        }
    }

    /** Nothing is kept loaded any longer. */
    void letGoOfAll() {
        List.copyOf(this.held.keySet()).forEach(this::letGo);
    }
}
