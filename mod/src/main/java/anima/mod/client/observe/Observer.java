package anima.mod.client.observe;

import anima.mod.bridge.Session;
import com.mojang.authlib.GameProfile;
import java.util.Map;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.entity.Entity;
import net.minecraft.registry.RegistryKeys;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.WorldChunk;

/**
 * Tells the session what the client shows, and only what has changed.
 *
 * <p>There is no event for another world in 1.19.4: it is known by the world object, which is looked at whenever
 * something is told. Everything that was told of the world before is then forgotten, here and by the session, but for
 * the statistics: the server tells each only once, whatever dimension the player is in. What the agent has seen there it
 * knows again when it comes back, by the {@linkplain WorldName name} of the world.
 *
 * <p>What raw ids mean is looked at when the first chunk of a world arrives, and whenever Fabric API has numbered a
 * registry anew after that: see {@link GameRegistries}.
 */
public final class Observer {
    private final Session session;
    private final ChunkFeed chunks;
    private ClientWorld world;
    private ClientPlayNetworkHandler connection;
    private long worldTick;
    /** The {@link GameRegistries#stamp} of what was told last; 0 before the first world. */
    private long stamp;
    /** Whether one was taken in this world. */
    private boolean isStamped;
    /** Whether Fabric API has numbered a registry anew; set on the thread that reads a save, too. */
    private volatile boolean isRemapped;
    private BodyView body;
    private SlotView slots;
    private EntityView entities;
    private Surroundings surroundings;
    private EventFeed events;
    private boolean looks;

    /** Makes an observer that has told nothing yet. */
    public Observer(Session session) {
        this.session = session;
        this.chunks = new ChunkFeed(session);
    }

    /** Gives back what is not Java's; nothing can be told afterwards. */
    public void close() {
        this.chunks.close();
    }

    /** Notices another world, or none. Returns whether there is one. */
    public boolean follow(MinecraftClient client) {
        if (client.world == this.world) {
            if (this.isStamped && this.isRemapped) {
                this.readRegistries();
            }
            return this.world != null;
        }
        this.worldTick = 0;
        this.looks = false;
        this.isStamped = false;
        if (client.world == null) {
            this.world = null;
            this.connection = null;
            this.session.leaveWorld();
            return false;
        }
        boolean sameGame = this.connection != null && this.connection == client.getNetworkHandler();
        this.session.enterWorld(
            WorldName.of(client), client.world.getRegistryKey().getValue().toString(), client.world.getBottomY(),
            client.world.getHeight(), GameRegistries.names(client.world.getRegistryManager().get(RegistryKeys.BIOME)), sameGame);
        this.world = client.world; // Not before it is entered: what is told of it would be taken for the world before.
        this.connection = client.getNetworkHandler();
        EventFeed before = this.events;
        this.tellAnew();
        this.events = sameGame && before != null ? before : new EventFeed(this.session.events());
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
            this.session.registries(GameRegistries.read());
            this.stamp = now;
            this.tellAnew();
        }
    }

    private void tellAnew() {
        this.body = new BodyView(this.session.senses());
        this.slots = new SlotView(this.session.senses());
        this.entities = new EntityView(this.session.senses(), this.session.events());
        this.surroundings = new Surroundings(this.session.senses());
    }

    /** Fabric API has numbered a registry anew, and maybe not yet all of them. Called on other threads, too. */
    public void remapped() {
        this.isRemapped = true;
    }

    /**
     * Tells everything that has changed since the last tick; there must be a world and a player. What is around and what
     * happens is told only while the agent looks.
     */
    public void tell(MinecraftClient client) {
        this.looks = this.session.looks();
        this.events.tell(client, this.looks);
        this.body.tell(client);
        this.slots.tell(client);
        this.surroundings.tell(client);
        if (this.looks) {
            this.entities.tell(client);
            this.chunks.tell(client.world);
        } else {
            this.entities.forget();
        }
    }

    /** Whether the agent looks at this world. */
    private boolean looksAt(Object of) {
        return this.looks && of == this.world;
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
    public void chunkLoaded(MinecraftClient client, ClientWorld of, WorldChunk chunk) {
        if (this.follow(client) && of == this.world) {
            if (!this.isStamped) { // The server has told its numbers by now, and its tags.
                this.isStamped = true;
                this.readRegistries();
            }
            if (this.looks) {
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
    public void biomesChanged(MinecraftClient client, WorldChunk chunk) {
        if (this.looksAt(client.world)) {
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
        if (this.slots != null) {
            this.slots.contentsArrived(menu);
        }
    }

    /** Whether a menu's contents are there, so that it may be clicked in. */
    public boolean hasContents(ClientPlayerEntity player, ScreenHandler menu) {
        return this.slots != null && this.slots.hasContents(player, menu);
    }

    /** The player was hurt by an entity, -1 if by none. */
    public void hurtBy(int entity) {
        if (this.world != null) {
            this.events.hurtBy(entity);
        }
    }

    /** The server says that the player died. */
    public void died(Text message) {
        if (this.looks) {
            this.events.died(message);
        }
    }

    /** The player picks up some of an item that lies in the world. */
    public void pickedUp(Entity item, int count) {
        if (this.looks) {
            this.events.pickedUp(item, count);
        }
    }

    /** The server tells a status of an entity: of the player's own, of an animal. */
    public void status(ClientPlayerEntity player, Entity entity, int status) {
        if (!this.looks) {
            return;
        }
        if (entity == player) {
            this.events.status(player, status);
        } else {
            this.entities.status(entity, status);
        }
    }

    /** The server has told statistics. */
    public void statistics(Map<Stat<?>, Integer> told) {
        if (this.world == null) {
            return;
        }
        String[] names = new String[told.size()];
        int[] counts = new int[names.length];
        int at = 0;
        for (Map.Entry<Stat<?>, Integer> each : told.entrySet()) {
            names[at] = each.getKey().getName();
            counts[at++] = each.getValue();
        }
        this.session.senses().statistics(names, counts);
    }

    /** Whether the agent listens to what is said. */
    public boolean listens() {
        return this.looks;
    }

    /** Something was said, by the game itself where there is no sender. */
    public void chat(GameProfile sender, Text message, boolean own) {
        if (this.looks) {
            this.events.chat(sender, message, own);
        }
    }
}
