package anima.mod.server.body;

import anima.mod.Log;
import anima.mod.bridge.Host;
import anima.mod.bridge.Terrain;
import anima.mod.observe.ChunkFeed;
import anima.mod.observe.GameRegistries;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.block.BlockState;
import net.minecraft.registry.RegistryKeys;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.WorldSavePath;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.WorldChunk;

/**
 * One host and its bodies in one server. It is there only while a suite is played: with it comes the native library.
 *
 * <p>At the start of a server tick every body is shown what has changed and decides; then the gate closes or opens, and
 * in a tick that is played every body acts before its world moves.
 */
public final class ServerPlay {
    private static final String CARPET = "carpet";

    private final MinecraftServer server;
    private final Host host;
    private final Map<ServerWorld, Land> lands = new LinkedHashMap<>();
    private final List<BodyPlay> bodies = new ArrayList<>();
    /** Whether the server has made them let go: until all that think have thought, the world goes on. */
    private boolean mayNotPause;

    /** What is told of a world, once for all bodies in it. */
    private record Land(Terrain terrain, ChunkFeed feed) {
    }

    /** Why there can be no bodies on this server, and what to do; null if there can be. */
    public static String refusal() {
        return FabricLoader.getInstance().isModLoaded(CARPET)
            ? "the mod Carpet makes players of its own, and two ways of it do not go together; start the server without Carpet to play a suite"
            : null;
    }

    /** Opens a host for a server; the native library must have been loaded. */
    public ServerPlay(MinecraftServer server, Path config, Path game) {
        String refusal = refusal();
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        this.server = server;
        this.host = Host.open(config, game, GameRegistries.read());
    }

    /** What all its agents share. */
    public Host host() {
        return this.host;
    }

    /** Its bodies, in the order in which they came. */
    public List<BodyPlay> bodies() {
        return List.copyOf(this.bodies);
    }

    /** One more body, with an agent that has no goal yet. */
    public BodyPlay add(String name, ServerWorld world, double x, double y, double z) {
        ServerBody body = ServerBody.join(this.server, name, world, x, y, z);
        BodyPlay play = new BodyPlay(body, this.host, this.worldName(), of -> this.land(of).terrain());
        this.bodies.add(play);
        return play;
    }

    /** Takes a body out of the game, and its agent with it. */
    public void remove(BodyPlay play) {
        if (this.bodies.remove(play)) {
            close(play);
        }
    }

    /** A mistake while a body leaves, also one of another mod that is told of it, must not end the server. */
    private static void close(BodyPlay play) {
        try {
            play.close();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            Log.error("Anima: a body did not leave the game cleanly: " + e.getMessage(), e);
        }
    }

    private String worldName() {
        Path folder = this.server.getSavePath(WorldSavePath.ROOT).toAbsolutePath().normalize().getFileName();
        return folder == null ? "" : "save/" + folder;
    }

    private Land land(ServerWorld world) {
        return this.lands.computeIfAbsent(world, of -> {
            Terrain terrain = this.host.terrain(
                of.getBottomY(), of.getHeight(), GameRegistries.names(of.getRegistryManager().get(RegistryKeys.BIOME)));
            return new Land(terrain, new ChunkFeed(terrain));
        });
    }

    /**
     * Every body is shown what has changed and decides. A mistake in one of them ends that one only.
     *
     * @param pausable whether the world may be made to stand still for them
     * @return whether the world is to stand still for one of them
     */
    public boolean decide(boolean pausable) {
        this.bodies.removeIf(play -> {
            if (play.body().isThere()) {
                return false;
            }
            close(play); // The server has thrown it out.
            return true;
        });
        this.show();
        this.each(play -> play.decide(pausable && !this.mayNotPause));
        this.mayNotPause &= this.bodies.stream().anyMatch(BodyPlay::isThinking);
        return pausable && this.bodies.stream().anyMatch(BodyPlay::wantsPause);
    }

    /**
     * Every body is shown what has changed. This is a part of {@link #decide}; called by itself, before a game's clock
     * starts, it shows a body that has a goal more of the land around, of which a tick shows a part only.
     */
    public void show() {
        this.each(BodyPlay::show);
        this.lands.forEach((world, land) -> land.feed().tell(world));
    }

    /** The server has made them let go of its gate. */
    public void mayNotPause() {
        this.mayNotPause = true;
    }

    /** Every body does what it has decided; the world's tick follows. */
    public void act() {
        this.each(BodyPlay::act);
    }

    private void each(Consumer<BodyPlay> what) {
        for (BodyPlay play : List.copyOf(this.bodies)) {
            try {
                what.accept(play);
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                Log.error("Anima: a body is taken out of the game: " + e.getMessage(), e);
                this.remove(play);
            }
        }
    }

    /** A world has advanced by a tick. */
    public void worldTicked(ServerWorld world) {
        this.bodies.forEach(play -> play.worldTicked(world));
    }

    /** A chunk was loaded. */
    public void chunkLoaded(ServerWorld world, WorldChunk chunk) {
        Land land = this.lands.get(world);
        if (land != null) {
            land.feed().loaded(chunk);
        }
    }

    /** A chunk is no longer loaded. */
    public void chunkUnloaded(ServerWorld world, WorldChunk chunk) {
        Land land = this.lands.get(world);
        if (land != null) {
            land.feed().unload(chunk);
        }
    }

    /** A block has changed. */
    public void blockChanged(ServerWorld world, BlockPos pos, BlockState state) {
        Land land = this.lands.get(world);
        if (land != null) {
            land.feed().block(pos, state);
        }
    }

    /** Ends it: no body, no thread and nothing else of it is left. */
    public void close() {
        this.bodies().forEach(this::remove);
        this.lands.values().forEach(land -> land.feed().close());
        this.lands.clear();
        this.host.close();
    }
}
