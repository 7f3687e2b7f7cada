package anima.mod.client;

import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.minecraft.client.MinecraftClient;
import net.minecraft.entity.Entity;
import net.minecraft.network.PacketByteBuf;

/**
 * Holds the world still while the agent thinks: the server's through its gate, the client's through {@link #isStill}.
 *
 * <p>The watchdog ends any pause in time, whatever the agent does; the agent may ask again once it has thought of
 * something. So does a server that lets go of us: nobody may stand still, blind, in a world that goes on.
 */
public final class PauseHold {
    /** An agent that asks neither sees nor defends itself; a server that is this slow is taken to have refused. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A player that was refused because of others on line may be alone by now. */
    private static final long REFUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private boolean wanted;
    private boolean ended;
    private long since;
    private TickGate gate;
    private UUID who;
    private volatile boolean asked;
    private volatile boolean granted;
    private volatile boolean denied;
    private volatile boolean refused;
    private volatile long refusedAt;
    private Object connection;

    /** Makes a hold on nothing; the clock counts nanoseconds. */
    PauseHold(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Takes the agent's wish for this tick.
     *
     * @return whether the watchdog has just ended the pause
     */
    boolean update(MinecraftClient client, boolean wants, Settings settings) {
        this.noteConnection(client);
        if (!wants || !settings.pause()) {
            this.letGo();
            this.ended = false;
            return false;
        }
        if (this.ended) {
            return false;
        }
        if (!this.wanted) {
            this.wanted = true;
            this.since = this.clock.getAsLong();
            this.hold(client, settings.watchdogMillis());
        }
        boolean late = this.clock.getAsLong() - this.since >= TimeUnit.MILLISECONDS.toNanos(settings.watchdogMillis());
        if (this.isUnanswered()) {
            this.answered(false); // Silence is a no.
        }
        if (late || this.isLost()) {
            this.letGo();
            this.ended = true;
        }
        return late;
    }

    /** Whether the server does not hold still for us, or no longer: somebody has joined, or its own limit is over. */
    private boolean isLost() {
        return this.gate != null ? !this.gate.isHeldBy(this.who) : this.asked && this.denied;
    }

    /** Whether a remote server has had its time to answer. */
    private boolean isUnanswered() {
        return this.asked && !this.granted && !this.denied && this.clock.getAsLong() - this.since >= ANSWER_NANOS;
    }

    /** Whether the agent wanted a pause last, ended early or not. */
    boolean isWanted() {
        return this.wanted || this.ended;
    }

    private void hold(MinecraftClient client, long limitMillis) {
        this.who = client.player.getUuid();
        if (client.getServer() != null) {
            this.gate = ((GatedServer) client.getServer()).anima$tickGate();
            this.gate.hold(this.who, limitMillis);
        } else if (ClientPlayNetworking.canSend(PauseChannel.ID)) {
            this.granted = false; // What was answered to another question does not count.
            this.denied = false;
            this.asked = true;
            this.ask(true, limitMillis);
        }
        if (this.gate != null) {
            client.world.getEntities().forEach(Entity::resetPosition); // Nothing is drawn between two places any more.
        }
    }

    /** Lets the world go on. */
    void letGo() {
        if (this.gate != null) {
            this.gate.letGo(this.who);
            this.gate = null;
        }
        if (this.asked) {
            this.asked = false;
            this.granted = false;
            if (ClientPlayNetworking.canSend(PauseChannel.ID)) {
                this.ask(false, 0);
            }
        }
        this.wanted = false;
    }

    private void ask(boolean thinks, long limitMillis) {
        PacketByteBuf buf = PacketByteBufs.create();
        buf.writeBoolean(thinks);
        buf.writeInt((int) limitMillis);
        ClientPlayNetworking.send(PauseChannel.ID, buf);
    }

    /** What a remote server answered; on any thread. An answer that comes when nothing is asked any more is too late. */
    void answered(boolean holds) {
        if (!this.asked) {
            return;
        }
        this.refusedAt = this.clock.getAsLong();
        this.refused = !holds && !this.granted; // A player that was granted a pause and loses it may ask again.
        this.denied = !holds;
        this.granted = holds;
    }

    /** Whether this game can be made to stand still, as far as is known; not for a thought whose pause has ended early. */
    boolean isPossible(MinecraftClient client, Settings settings) {
        this.noteConnection(client);
        return settings.pause() && !this.ended && (client.getServer() != null || ClientPlayNetworking.canSend(PauseChannel.ID) && !this.isRefused());
    }

    private boolean isRefused() {
        return this.refused && this.clock.getAsLong() - this.refusedAt < REFUSED_NANOS;
    }

    private void noteConnection(MinecraftClient client) {
        if (client.getNetworkHandler() != this.connection) {
            this.connection = client.getNetworkHandler();
            this.refused = false; // That was another server.
        }
    }

    /** Whether the client's own world stands still. A server that lets go of us ends that, too. */
    boolean isStill() {
        return this.gate != null ? this.gate.isHeldBy(this.who) : this.asked && this.granted;
    }
}
