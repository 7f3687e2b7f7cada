package anima.mod.pause;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Holds the worlds of one server still while the agent of a player thinks.
 *
 * <p>It is closed as long as at least one player holds it. Any thread may hold it and let go; the server thread decides
 * once in each tick whether that tick is played, so that no tick is played by half. A player that holds it for too long is
 * made to let go by the server thread itself, whatever has become of the client.
 */
public final class TickGate {
    private final LongSupplier clock;
    private final Map<UUID, Long> deadlines = new ConcurrentHashMap<>();
    private volatile boolean closed;
    private volatile boolean saveHeld;
    private volatile boolean allowed = true;

    /** Makes an open gate. The clock counts nanoseconds from any start. */
    public TickGate(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Holds the gate from the next tick on. Holding it again changes nothing: the time counts from the first call.
     *
     * @param limitMillis how long it may be held before the server lets go of it
     */
    public void hold(UUID who, long limitMillis) {
        this.deadlines.putIfAbsent(who, this.clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(limitMillis));
    }

    /** Whether the server's rules let it be closed, as of the last tick; nobody needs to ask for what can only be refused. */
    public boolean isAllowed() {
        return this.allowed;
    }

    /** Lets go; the next tick is played if nobody else holds the gate. Harmless without a hold. */
    public void letGo(UUID who) {
        this.deadlines.remove(who);
    }

    /** Whether this player holds it. */
    public boolean isHeldBy(UUID who) {
        return this.deadlines.containsKey(who);
    }

    /**
     * Decides whether the tick that begins is played. For the server thread, once in each tick.
     *
     * @param allowed whether the server's rules let the gate be closed at all; if not, everybody is made to let go
     * @return those who were made to let go
     */
    public List<UUID> beginTick(boolean allowed) {
        this.allowed = allowed;
        List<UUID> expelled = new ArrayList<>();
        long now = this.clock.getAsLong();
        this.deadlines.forEach((who, deadline) -> {
            if (!allowed || now - deadline >= 0) {
                expelled.add(who);
            }
        });
        expelled.forEach(this.deadlines::remove);
        this.closed = !this.deadlines.isEmpty();
        return expelled;
    }

    /** Whether the tick at work is not played. */
    public boolean isClosed() {
        return this.closed;
    }

    /** Remembers that a save was due while the gate was closed. */
    public void holdSave() {
        this.saveHeld = true;
    }

    /** Whether a save is due that was held while the gate was closed; true once for each. */
    public boolean takeHeldSave() {
        boolean due = this.saveHeld && !this.closed;
        this.saveHeld &= !due;
        return due;
    }
}
