package anima.doubles;

import anima.host.EmbeddedWorld;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.minecraft.block.BlockState;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.world.chunk.WorldChunk;

/**
 * The overworld of a server that has the land of a seed. A player that is put into it plays in a part of that land: an embedded world
 * that begins there, and is shown as a world of its own. Parts are far from each other, so nobody meets anybody.
 *
 * <p>Chunks come some ticks after a ticket asks for them.
 */
public final class EmbeddedLand implements AutoCloseable {
    /** Chunks around a player. */
    public static final int RADIUS = 4;
    /** Ticks until a chunk is there that was asked for. */
    private static final int DELAY = 3;
    private static final int LOOKED = 2;
    private static final int HIGH = 300;

    public final ServerWorld world = new ServerWorld();
    public final long seed;
    /** Whose part is whose, in the order in which they came. */
    public final Map<ServerPlayerEntity, EmbeddedBody> players = new LinkedHashMap<>();
    /** What is kept loaded, with how many chunks to each side and since which tick. */
    private final Map<ChunkPos, long[]> tickets = new HashMap<>();
    private final Map<ChunkPos, EmbeddedWorld> looked = new HashMap<>();
    private final Shown values = Shown.asItIs();
    private final String[] biomes = EmbeddedWorld.biomes();
    private final MinecraftServer server;
    private final WorldChunk chunk = new WorldChunk() {
    };

    /** Makes it the overworld of a server that has no worlds yet. */
    public EmbeddedLand(MinecraftServer server, long seed) {
        this.server = server;
        this.seed = seed;
        world.doubleServer = server;
        world.doubleLand = this;
        world.doubleChunks.doubleLoaded = (x, z) -> isLoaded(x, z) ? chunk : null;
        world.doubleChunks.doubleLand = this;
        server.doubleWorlds.add(world);
    }

    private boolean isLoaded(int x, int z) {
        return tickets.entrySet().stream().anyMatch(ticket -> {
            long[] held = ticket.getValue();
            boolean near = Math.max(Math.abs(ticket.getKey().x - x), Math.abs(ticket.getKey().z - z)) <= held[0];
            return near && server.getTicks() >= held[1] + DELAY;
        });
    }

    /** Keeps chunks loaded around one. */
    public void addTicket(ChunkPos around, int chunks) {
        tickets.put(around, new long[] {chunks, server.getTicks()});
    }

    /** Keeps them loaded no longer. */
    public void removeTicket(ChunkPos around, int chunks) {
        if (tickets.remove(around)[0] != chunks) {
            throw new AssertionError("another ticket was added: the game would keep it for ever");
        }
    }

    /** How many tickets there are. */
    public int tickets() {
        return tickets.size();
    }

    private EmbeddedWorld at(int x, int z) {
        return looked.computeIfAbsent(new ChunkPos(x >> 4, z >> 4), chunk ->
            EmbeddedWorld.generatedAt(seed, LOOKED, new double[] {chunk.x * 16 + 8.5, HIGH, chunk.z * 16 + 8.5}));
    }

    /** A block as the land was made. */
    public BlockState block(BlockPos pos) {
        return values.state(at(pos.getX(), pos.getZ()).block(pos.getX(), pos.getY(), pos.getZ()));
    }

    /** The name of the biome there. */
    public String biome(int x, int y, int z) {
        return biomes[at(x, z).biome(x, y, z)];
    }

    /** The height over the highest block that stops a body or is a liquid, leaves left out ({@code MOTION_BLOCKING_NO_LEAVES}). */
    public int top(int x, int z) {
        if (!isLoaded(x >> 4, z >> 4)) {
            throw new AssertionError("the game would wait here until the chunk is made");
        }
        for (int y = HIGH; y > -64; y--) {
            BlockState state = block(new BlockPos(x, y, z));
            boolean stops = state.getMaterial().blocksMovement() || !state.getFluidState().isEmpty();
            if (stops && !state.doubleName.contains("_leaves")) {
                return y + 1;
            }
        }
        return -64;
    }

    /** A player is put there. */
    public void enter(ServerPlayerEntity player, double x, double y, double z) {
        EmbeddedBody game = new EmbeddedBody(EmbeddedWorld.generatedAt(seed, RADIUS, new double[] {x, y, z}), server);
        ((ServerWorld) player.world).doublePlayers.remove(player);
        player.world = game.shown();
        game.shown().doublePlayers.add(player);
        game.doubleLand = this;
        players.put(player, game);
        player.networkHandler.doubleRequestTeleport(x, y, z);
        game.enter(player);
    }

    /** A player comes back to life as another. */
    void respawned(ServerPlayerEntity dead, ServerPlayerEntity fresh) {
        players.put(fresh, players.remove(dead));
    }

    /** A player has gone, and its part of the land with it. */
    public void left(ServerPlayerEntity player) {
        EmbeddedBody game = players.remove(player);
        server.doubleWorlds.remove(game.shown());
        game.world().close();
    }

    /** What an operator sets for all. */
    public void operate(String line) {
        players.values().forEach(game -> game.operate(line));
    }

    @Override
    public void close() {
        new ArrayList<>(players.keySet()).forEach(this::left);
        List.copyOf(looked.values()).forEach(EmbeddedWorld::close);
        looked.clear();
    }
}
