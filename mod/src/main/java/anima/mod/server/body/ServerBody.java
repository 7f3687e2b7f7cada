package anima.mod.server.body;

import com.mojang.authlib.GameProfile;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.network.packet.BundlePacket;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.s2c.play.EntitiesDestroyS2CPacket;
import net.minecraft.network.packet.s2c.play.EntitySpawnS2CPacket;
import net.minecraft.network.packet.s2c.play.ExperienceOrbSpawnS2CPacket;
import net.minecraft.network.packet.s2c.play.PlayerSpawnS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerChunkManager;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.text.Text;
import net.minecraft.world.GameMode;

/**
 * A player that the server itself has, without a client.
 *
 * <p>It is a {@link ServerPlayerEntity} as any other, with a connection that leads nowhere. What the network does for a
 * person's player it does itself: it is ticked as a player, its falls are handled, the chunks around it are watched.
 * Death and respawn are part of the game: the new player takes the place of the dead one.
 */
public final class ServerBody {
    /** Height in blocks of what a player steps onto without a jump; the server's own players have 1, for clients decide. */
    private static final float STEP_HEIGHT = 0.6F;
    private static final float FULL_HEALTH = 20;

    private final BodyConnection connection;
    private final ServerPlayNetworkHandler handler;
    /** The entities that the server tracks for it, in the order in which they came. */
    private final Set<Integer> tracked = new LinkedHashSet<>();
    private final Deeds deeds;
    private Dweller dweller = new Dweller() {
    };

    /** Puts a body into a world, as if somebody had joined there. For the server's thread, as all of this. */
    public static ServerBody join(MinecraftServer server, String name, ServerWorld world, double x, double y, double z) {
        return new ServerBody(server, new ServerPlayerEntity(server, world, new GameProfile(idOf(name), name)), world, x, y, z);
    }

    /** The id of a body of that name ({@code Uuids.getOfflinePlayerUuid}). */
    public static UUID idOf(String name) {
        return UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
    }

    private ServerBody(MinecraftServer server, ServerPlayerEntity player, ServerWorld world, double x, double y, double z) {
        this.connection = new BodyConnection(this, this::hear);
        server.getPlayerManager().onPlayerConnect(this.connection, player);
        this.handler = player.networkHandler;
        this.deeds = new Deeds(this);
        player.teleport(world, x, y, z, 0, 0);
        player.setHealth(FULL_HEALTH);
        player.changeGameMode(GameMode.SURVIVAL);
    }

    /** Its player: another one after each respawn. */
    public ServerPlayerEntity player() {
        return this.handler.player;
    }

    /** Its handler, the same as long as it is there. */
    ServerPlayNetworkHandler handler() {
        return this.handler;
    }

    /** The world it is in. */
    public ServerWorld world() {
        return (ServerWorld) this.player().world;
    }

    /** What its hands can do. */
    public Deeds deeds() {
        return this.deeds;
    }

    /** Whether it is in the game; a server may have thrown it out. */
    public boolean isThere() {
        return this.connection.isOpen();
    }

    /** Takes it out of the game. Harmless when it is out. */
    public void leave() {
        this.connection.handleDisconnection();
    }

    /** The ids of the entities that the server tracks for it. */
    Iterable<Integer> tracked() {
        return this.tracked;
    }

    /** Who lives in a body, and is told what happens to it. */
    interface Dweller {
        /** The server sends it a packet. */
        default void heard(Packet<?> packet) {
        }

        /** The server tells it what was said, by the game itself where there is no sender. */
        default void said(Text sender, Text message) {
        }

        /** It was hurt. */
        default void hurt(DamageSource source) {
        }

        /** It is about to move, in this tick of its world. */
        default void moves() {
        }
    }

    /** Lets somebody live in it, in place of whoever did. */
    void dwell(Dweller in) {
        this.dweller = in;
    }

    private void hear(Packet<?> packet) {
        if (packet instanceof BundlePacket<?> bundle) {
            bundle.getPackets().forEach(this::hear);
            return;
        }
        if (packet instanceof EntitySpawnS2CPacket spawned) {
            this.tracked.add(spawned.getId());
        } else if (packet instanceof PlayerSpawnS2CPacket spawned) {
            this.tracked.add(spawned.getId());
        } else if (packet instanceof ExperienceOrbSpawnS2CPacket spawned) {
            this.tracked.add(spawned.getId());
        } else if (packet instanceof EntitiesDestroyS2CPacket gone) {
            for (int at = 0; at < gone.getEntityIds().size(); at++) {
                this.tracked.remove(gone.getEntityIds().getInt(at));
            }
        }
        this.dweller.heard(packet);
    }

    /** Its player has been ticked by the world; what the network would do follows. */
    public void ticked(ServerPlayerEntity player) {
        if (player != this.player()) {
            return; // One that has died and been replaced in this tick.
        }
        player.setStepHeight(STEP_HEIGHT);
        this.handler.syncWithPlayerPosition();
        ServerChunkManager chunks = this.world().getChunkManager();
        chunks.updatePosition(player);
        player.playerTick();
    }

    /** Its player was hurt. */
    public void hurt(DamageSource source) {
        this.dweller.hurt(source);
    }

    /** The server tells it what a person reads in the chat window, by the game itself where there is no sender. */
    public void said(Text sender, Text message) {
        this.dweller.said(sender, message);
    }

    /** Its player is about to move, after its liquids and what it uses were looked at ({@code PlayerEntity.tickMovement}). */
    public void moves(ServerPlayerEntity player) {
        if (player == this.player()) {
            this.dweller.moves();
        }
    }
}
