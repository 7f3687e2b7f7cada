package anima.mod.client;

import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.minecraft.client.MinecraftClient;
import net.minecraft.network.PacketByteBuf;

/**
 * Holds the world still while the agent thinks: the server's through its gate, the client's through {@link #isStill}.
 *
 * <p>The watchdog ends any pause in time, whatever the agent does; the agent may ask again once it has thought of
 * something. So does a server that lets go of the player, or that says it holds still and plays on: nobody may stand
 * still, blind, in a world that goes on. For the client's thread.
 */
public final class PauseHold {
    /** An agent that asks neither sees nor defends itself; a server that is this slow is taken to have refused. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A server tells its time once a second; one that is silent for so long may be doing anything. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** A player that was refused because of others on line may be alone by now. */
    private static final long REFUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How far the pause has come that the agent wants; the times are those of the clock. */
    private sealed interface State {
    }

    /** The agent wants no pause. */
    private record Unwanted() implements State {
    }

    /** The agent wants one and has none, or none any more, until its next thought. */
    private record Denied() implements State {
    }

    /** The agent wants one, and something has been done for it. */
    private sealed interface Wanted extends State {
        /** Since when. */
        long since();
    }

    /** The gate of the server in this very game is held. */
    private record Gated(long since, TickGate gate, UUID who) implements Wanted {
    }

    /** A remote server was asked and has not answered. */
    private record Asked(long since) implements Wanted {
    }

    /**
     * A remote server says that it holds still.
     *
     * @param time the ticks of its world as it told them first since then
     * @param heard when it answered, or told its time last
     */
    private record Granted(long since, OptionalLong time, long heard) implements Wanted {
    }

    private final LongSupplier clock;
    private State state = new Unwanted();
    /** When the server of this connection refused last. */
    private OptionalLong refusedAt = OptionalLong.empty();
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
            return false;
        }
        if (this.state instanceof Unwanted) {
            this.state = this.begin(client, settings.watchdogMillis());
        }
        if (!(this.state instanceof Wanted wanted)) {
            return false;
        }
        boolean late = this.isOver(wanted.since(), TimeUnit.MILLISECONDS.toNanos(settings.watchdogMillis()));
        if (this.isSilent(wanted)) {
            this.refuse();
        } else if (late || wanted instanceof Gated && !this.isStill()) {
            this.deny();
        }
        return late;
    }

    private State begin(MinecraftClient client, long limitMillis) {
        long now = this.clock.getAsLong();
        if (client.getServer() != null) {
            TickGate gate = gate(client);
            if (!gate.isAllowed()) {
                return new Denied();
            }
            UUID who = client.player.getUuid();
            gate.hold(who, limitMillis);
            return new Gated(now, gate, who);
        }
        if (ClientPlayNetworking.canSend(PauseChannel.ID)) {
            ask(true, limitMillis);
            return new Asked(now);
        }
        return new Denied();
    }

    /** The gate of the server in this very game. */
    private static TickGate gate(MinecraftClient client) {
        return ((GatedServer) client.getServer()).anima$tickGate();
    }

    private boolean isOver(long since, long nanos) {
        return this.clock.getAsLong() - since >= nanos;
    }

    /** Whether a remote server has had its time to answer, or to show that its time stands still. */
    private boolean isSilent(Wanted wanted) {
        return wanted instanceof Asked asked && this.isOver(asked.since(), ANSWER_NANOS)
            || wanted instanceof Granted granted && this.isOver(granted.heard(), SILENT_NANOS);
    }

    /** Lets the world go on. */
    void letGo() {
        if (this.state instanceof Gated gated) {
            gated.gate().letGo(gated.who());
        } else if (this.state instanceof Wanted && ClientPlayNetworking.canSend(PauseChannel.ID)) {
            ask(false, 0);
        }
        this.state = new Unwanted();
    }

    /** The thought goes on without a pause. */
    private void deny() {
        this.letGo();
        this.state = new Denied();
    }

    /** As {@link #deny}, and the server is not asked again for a while. */
    private void refuse() {
        this.refusedAt = OptionalLong.of(this.clock.getAsLong());
        this.deny();
    }

    private static void ask(boolean thinks, long limitMillis) {
        PacketByteBuf buf = PacketByteBufs.create();
        buf.writeBoolean(thinks);
        buf.writeInt((int) limitMillis);
        ClientPlayNetworking.send(PauseChannel.ID, buf);
    }

    /** What a remote server answered. An answer that comes when nothing is asked any more is too late. */
    void answered(boolean holds) {
        if (this.state instanceof Asked asked && holds) {
            this.state = new Granted(asked.since(), OptionalLong.empty(), this.clock.getAsLong());
        } else if (this.state instanceof Asked) {
            this.refuse();
        } else if (this.state instanceof Granted && !holds) {
            this.deny(); // A player that was granted a pause and loses it may ask again.
        }
    }

    /** The server has told how many ticks its world has seen: as many as before if it holds still, as it promised. */
    void timeTold(long time) {
        if (!(this.state instanceof Granted granted)) {
            return;
        }
        if (granted.time().orElse(time) == time) {
            this.state = new Granted(granted.since(), OptionalLong.of(time), this.clock.getAsLong());
        } else {
            this.refuse();
        }
    }

    /** Whether this game can be made to stand still, as far as is known; not for a thought whose pause has ended early. */
    boolean isPossible(MinecraftClient client, Settings settings) {
        this.noteConnection(client);
        boolean serves = client.getServer() != null ? gate(client).isAllowed() : ClientPlayNetworking.canSend(PauseChannel.ID) && !this.isRefused();
        return settings.pause() && !(this.state instanceof Denied) && serves;
    }

    private boolean isRefused() {
        return this.refusedAt.isPresent() && !this.isOver(this.refusedAt.getAsLong(), REFUSED_NANOS);
    }

    private void noteConnection(MinecraftClient client) {
        if (client.getNetworkHandler() != this.connection) {
            this.connection = client.getNetworkHandler();
            this.joined();
        }
    }

    /** A game begins: what was asked for and refused was so by another server. */
    void joined() {
        this.letGo();
        this.refusedAt = OptionalLong.empty();
    }

    /** Whether the agent wanted a pause last, ended early or not. */
    boolean isWanted() {
        return !(this.state instanceof Unwanted);
    }

    /** Whether the client's own world stands still. A server that lets go of the player ends that, too. */
    boolean isStill() {
        return this.state instanceof Gated gated ? gated.gate().isHeldBy(gated.who()) : this.state instanceof Granted;
    }
}
