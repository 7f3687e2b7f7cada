package anima.mod.client.observe;

import anima.mod.observe.Observation;
import java.util.HashMap;
import java.util.Map;
import net.minecraft.stat.Stat;

/**
 * Tells what the server says of the player's statistics.
 *
 * <p>A server says what has changed since it said so before, whoever has asked: the agent, or the player by the game's own
 * screen. So all of it is kept, and told when the agent itself has asked. A server may say as much as it likes; what is more
 * than any game has in a tick costs nothing but to be looked at.
 */
final class StatisticsFeed {
    /** Most statistics that are taken in a tick, unless one answer has more. The game has some 7,000. */
    private static final int MOST = 8_192;
    /** Most bytes of those that wait for the agent's question; what is new beyond them is left out. */
    static final int WAITING_BYTES = 2 << 20;
    /** Bytes of one: its node in the map with its share of the table, and its count. */
    private static final int STATISTIC_BYTES = 64;

    private final Map<Stat<?>, Integer> waiting = new HashMap<>();
    private boolean isAsked;
    /** How many were taken in this tick. */
    private int taken;

    /** The agent asks the server. */
    void ask() {
        this.isAsked = true;
    }

    /** There is room again. */
    void startTick() {
        this.taken = 0;
    }

    /** Another game: what was said and asked was so in the one before. */
    void forget() {
        this.waiting.clear();
        this.isAsked = false;
    }

    /** Bytes of what waits, at most {@link #WAITING_BYTES}. */
    int waitingBytes() {
        return this.waiting.size() * STATISTIC_BYTES;
    }

    private void add(Stat<?> stat, Integer count) {
        if (this.waitingBytes() + STATISTIC_BYTES <= WAITING_BYTES || this.waiting.containsKey(stat)) {
            this.waiting.put(stat, count);
        }
    }

    /** The server says what has changed. */
    void take(Map<Stat<?>, Integer> changed, Observation observation) {
        if (this.taken > 0 && this.taken + changed.size() > MOST) {
            return;
        }
        this.taken += changed.size();
        changed.forEach(this::add);
        if (this.isAsked) {
            this.isAsked = false;
            observation.statistics(this.waiting);
            this.waiting.clear();
        }
    }
}
