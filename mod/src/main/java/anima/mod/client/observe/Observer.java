package anima.mod.client.observe;

import anima.mod.bridge.Body;
import anima.mod.bridge.Host;
import anima.mod.bridge.Terrain;
import anima.mod.observe.ChunkFeed;
import anima.mod.observe.GameRegistries;
import anima.mod.observe.Observation;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.registry.RegistryKeys;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.stat.Stat;
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
 * <p>Another world is another dimension of the same game unless the server has said that a game begins ({@code
 * GameJoinS2CPacket}). A proxy's server does so over the connection that is there when it takes a player over from another
 * one; then nothing is the same but the address.
 *
 * <p>What raw ids mean is looked at when the first chunk of a game arrives, and whenever Fabric API has numbered a
 * registry anew after that: see {@link GameRegistries}.
 */
public final class Observer {
    /** Client ticks from one reading of ids that fails to the next: a second, for a reading takes long. */
    private static final int READING_TICKS = 20;
    /** Most games of one connection that are told apart by the hashes of their seeds. */
    private static final int MOST_SEEDS = 64;

    private final MinecraftClient client;
    private final Host host;
    private final Body body;
    private final ClientSource source;
    private final Observation observation;
    private final StatisticsFeed statistics = new StatisticsFeed();
    /** That of the world; null before the first. */
    private ChunkFeed chunks;
    private ClientWorld world;
    private ClientPlayNetworkHandler connection;
    /** Whether a game has begun whose world was not entered yet. */
    private boolean isJoined;
    /** The hash of the seed of the game that began last. */
    private long seed;
    /** Whether that hash tells it from those that were joined over the same connection before. */
    private boolean isKnownBySeed = true;
    /** The connection over which it was joined, and the hashes of all games that were joined over it. */
    private ClientPlayNetworkHandler joinedOver;
    private final Set<Long> seeds = new HashSet<>();
    private long worldTick;
    /** The {@link GameRegistries#stamp} of what was told last; 0 before the first world. */
    private long stamp;
    /** Whether one was taken in this game. */
    private boolean isStamped;
    /** Why the ids could not be read; null if they could, or nobody has tried yet. */
    private Throwable misreading;
    /** Client ticks until they are tried again. */
    private int ticksToReading;
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

    /** Notices another world, or none, at the start of a client tick. Returns whether there is one. */
    public boolean follow() {
        this.ticksToReading = Math.max(0, this.ticksToReading - 1);
        boolean isThere = this.notice();
        if (isThere && (this.isStamped && this.isRemapped || this.misreading != null)) {
            this.readRegistries();
        }
        return isThere;
    }

    private boolean notice() {
        ClientWorld now = this.client.world;
        if (now == this.world) {
            return this.world != null;
        }
        this.worldTick = 0;
        this.observation.leave();
        if (now == null) {
            this.isStamped = false;
            this.misreading = null;
            this.ticksToReading = 0;
            this.world = null;
            this.connection = null;
            this.body.leaveWorld();
            this.close();
            return false;
        }
        boolean sameGame = this.connection != null && this.connection == this.client.getNetworkHandler() && !this.isJoined;
        this.isStamped &= sameGame;
        this.ticksToReading = sameGame ? this.ticksToReading : 0;
        Terrain terrain = this.host.terrain(
            now.getBottomY(), now.getHeight(), GameRegistries.names(now.getRegistryManager().get(RegistryKeys.BIOME)));
        try {
            String name = this.isKnownBySeed ? WorldName.of(this.client, this.seed) : "";
            this.body.enterWorld(terrain, name, now.getRegistryKey().getValue().toString(), sameGame);
        } catch (RuntimeException notEntered) {
            terrain.close();
            throw notEntered;
        }
        this.close();
        this.chunks = new ChunkFeed(terrain);
        this.world = now; // Not before it is entered: what is told of it would be taken for the world before.
        this.connection = this.client.getNetworkHandler();
        this.isJoined = false;
        if (!sameGame) {
            this.statistics.forget();
        }
        this.observation.enter(sameGame);
        return true;
    }

    /**
     * The server says that a game begins; its world is there and not entered yet. Two servers of a proxy that have the same
     * hash, and those that tell none, cannot be told apart: the second game of them has no name.
     */
    public void joined(long seedHash) {
        if (this.client.getNetworkHandler() != this.joinedOver) {
            this.joinedOver = this.client.getNetworkHandler();
            this.seeds.clear();
        }
        boolean isFirst = this.seeds.isEmpty();
        boolean isNew = this.seeds.size() < MOST_SEEDS && this.seeds.add(seedHash);
        this.isKnownBySeed = isNew && (isFirst || seedHash != 0);
        this.seed = seedHash;
        this.isJoined = true;
    }

    /**
     * Looks whether the raw ids mean something else than when they were told. Then they are told anew, and nothing of the
     * world counts as told. Where that fails it is tried again.
     */
    private void readRegistries() {
        if (this.ticksToReading > 0) {
            return;
        }
        this.isRemapped = false;
        try {
            long now = GameRegistries.stamp();
            if (now != this.stamp) {
                this.host.registries(GameRegistries.read());
                this.stamp = now;
                this.observation.tellAnew();
            }
            this.isStamped = true;
            this.misreading = null;
        } catch (RuntimeException | LinkageError fails) {
            this.ticksToReading = READING_TICKS;
            this.misreading = new IllegalStateException("the game's registries cannot be read: " + fails, fails);
        }
    }

    /** Why it is not known what raw ids mean; null if it is. */
    public Throwable misreading() {
        return this.misreading;
    }

    /** Fabric API has numbered a registry anew, and maybe not yet all of them. Called on other threads, too. */
    public void remapped() {
        this.isRemapped = true;
    }

    /** Tells everything that has changed since the last tick; there must be a world and a player. */
    public void tell() {
        this.statistics.startTick();
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
        if (this.notice() && of == this.world) {
            if (!this.isStamped) { // The server has told its numbers by now, and its tags.
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
            this.chunks.loaded(chunk);
        }
    }

    /** A block has changed. */
    public void blockChanged(Object of, BlockPos pos, BlockState state) {
        if (this.looksAt(of)) {
            this.chunks.block(pos, state);
        }
    }

    /** The agent asks the server for the player's statistics. */
    public void askStatistics() {
        this.statistics.ask();
        this.client.player.networkHandler.sendPacket(new ClientStatusC2SPacket(ClientStatusC2SPacket.Mode.REQUEST_STATS));
    }

    /** The server says which of the player's statistics have changed. */
    public void statistics(Map<Stat<?>, Integer> changed) {
        this.statistics.take(changed, this.observation);
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
