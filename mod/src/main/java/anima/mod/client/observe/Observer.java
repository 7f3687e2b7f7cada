package anima.mod.client.observe;

import anima.mod.bridge.Body;
import anima.mod.bridge.Host;
import anima.mod.bridge.Terrain;
import anima.mod.observe.ChunkFeed;
import anima.mod.observe.GameRegistries;
import anima.mod.observe.Observation;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.registry.RegistryKeys;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.WorldChunk;

/**
 * Follows a client from world to world, and tells the body what it shows.
 *
 * <p>There is no event for another world in 1.19.4: it is known by the world object, which is looked at whenever
 * something is told. Everything that was told of the world before is then forgotten, here and by the body, but for
 * the statistics: the server tells each only once, whatever dimension the player is in. What the agent has seen there it
 * knows again when it comes back, by the {@linkplain WorldName name} of the world.
 *
 * <p>What raw ids mean is looked at when the first chunk of a world arrives, and whenever Fabric API has numbered a
 * registry anew after that: see {@link GameRegistries}.
 */
public final class Observer {
    private final MinecraftClient client;
    private final Host host;
    private final Body body;
    private final ClientSource source;
    private final Observation observation;
    /** That of the world; null before the first. */
    private ChunkFeed chunks;
    private ClientWorld world;
    private ClientPlayNetworkHandler connection;
    private long worldTick;
    /** The {@link GameRegistries#stamp} of what was told last; 0 before the first world. */
    private long stamp;
    /** Whether one was taken in this world. */
    private boolean isStamped;
    /** Whether Fabric API has numbered a registry anew; set on the thread that reads a save, too. */
    private volatile boolean isRemapped;

    /** Makes an observer that has told nothing yet. */
    public Observer(MinecraftClient client, Host host, Body body) {
        this.client = client;
        this.host = host;
        this.body = body;
        this.source = new ClientSource(client);
        this.observation = new Observation(body, this.source);
    }

    /** Gives back what is not Java's; nothing can be told afterwards of the world. */
    public void close() {
        if (this.chunks != null) {
            this.chunks.close();
            this.chunks = null;
        }
    }

    /** What is told of the player, of what is around it, and of what happens. */
    public Observation observation() {
        return this.observation;
    }

    /** Notices another world, or none. Returns whether there is one. */
    public boolean follow() {
        ClientWorld now = this.client.world;
        if (now == this.world) {
            if (this.isStamped && this.isRemapped) {
                this.readRegistries();
            }
            return this.world != null;
        }
        this.worldTick = 0;
        this.observation.leave();
        this.isStamped = false;
        if (now == null) {
            this.world = null;
            this.connection = null;
            this.body.leaveWorld();
            this.close();
            return false;
        }
        boolean sameGame = this.connection != null && this.connection == this.client.getNetworkHandler();
        Terrain terrain = this.host.terrain(
            now.getBottomY(), now.getHeight(), GameRegistries.names(now.getRegistryManager().get(RegistryKeys.BIOME)));
        try {
            this.body.enterWorld(terrain, WorldName.of(this.client), now.getRegistryKey().getValue().toString(), sameGame);
        } catch (RuntimeException notEntered) {
            terrain.close();
            throw notEntered;
        }
        this.close();
        this.chunks = new ChunkFeed(terrain);
        this.world = now; // Not before it is entered: what is told of it would be taken for the world before.
        this.connection = this.client.getNetworkHandler();
        this.observation.enter(sameGame);
        return true;
    }

    /**
     * Looks whether the raw ids mean something else than when they were told. Then they are told anew, and nothing of the
     * world counts as told.
     */
    private void readRegistries() {
        this.isRemapped = false;
        long now = GameRegistries.stamp();
        if (now != this.stamp) {
            this.host.registries(GameRegistries.read());
            this.stamp = now;
            this.observation.tellAnew();
        }
    }

    /** Fabric API has numbered a registry anew, and maybe not yet all of them. Called on other threads, too. */
    public void remapped() {
        this.isRemapped = true;
    }

    /** Tells everything that has changed since the last tick; there must be a world and a player. */
    public void tell() {
        if (this.observation.tell()) {
            this.chunks.tell(this.world);
        }
    }

    /** Whether the agent looks at this world. */
    private boolean looksAt(Object of) {
        return this.observation.looks() && of == this.world;
    }

    /** The client's world has advanced by a tick. */
    public void worldTicked(ClientWorld ticked) {
        if (ticked == this.world) {
            this.worldTick++;
        }
    }

    /** How many ticks the client's world has advanced since it was entered. */
    public long worldTick() {
        return this.worldTick;
    }

    /** A chunk was loaded or replaced. */
    public void chunkLoaded(ClientWorld of, WorldChunk chunk) {
        if (this.follow() && of == this.world) {
            if (!this.isStamped) { // The server has told its numbers by now, and its tags.
                this.isStamped = true;
                this.readRegistries();
            }
            if (this.looksAt(of)) {
                this.chunks.loaded(chunk);
            }
        }
    }

    /** A chunk is no longer loaded. */
    public void chunkUnloaded(ClientWorld of, WorldChunk chunk) {
        if (this.looksAt(of)) {
            this.chunks.unload(chunk);
        }
    }

    /** The biomes of a chunk have changed. */
    public void biomesChanged(WorldChunk chunk) {
        if (this.looksAt(this.client.world)) {
            this.chunks.biomes(chunk);
        }
    }

    /** A block has changed. */
    public void blockChanged(Object of, BlockPos pos, BlockState state) {
        if (this.looksAt(of)) {
            this.chunks.block(pos, state);
        }
    }

    /** The contents of a menu have come from the server. */
    public void contentsArrived(ScreenHandler menu) {
        this.source.contentsArrived(menu);
    }

    /** Whether a menu's contents are there, so that it may be clicked in. */
    public boolean hasContents(ScreenHandler menu) {
        return this.source.hasContents(menu);
    }
}
