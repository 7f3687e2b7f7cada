package anima.gametest;

import anima.mod.bridge.Script;
import anima.mod.bridge.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import net.minecraft.client.MinecraftClient;

/** One sequence, played once: in each tick first {@link #turn}, then {@link #tickEnded}. */
final class Attempt {
    /** Ticks in which the scene must be what it should be before the first step: whatever moved has come to rest. */
    private static final int CALM = 20;
    /** Ticks until then, at most: chunks may have to be made. */
    private static final int PATIENCE = 1200;

    private final Sequence sequence;
    private final List<Row> seen = new ArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>(); // The server's thread adds some.
    private int firstDifferent = -1;
    private String difference;
    private int calm;
    private int waited;
    private int step = -1;
    private int tick;

    Attempt(Sequence sequence) {
        this.sequence = sequence;
    }

    Sequence sequence() {
        return this.sequence;
    }

    boolean hasEnded() {
        return this.step == this.sequence.steps().size();
    }

    /** The row at which the game first differed, -1 for none so far. */
    int firstDifferent() {
        return this.firstDifferent;
    }

    /** What differs there, or null. */
    String difference() {
        return this.difference;
    }

    /** What the game showed, row by row. */
    List<Row> seen() {
        return this.seen;
    }

    /** What else happened that may explain a difference. */
    List<String> notes() {
        return this.notes;
    }

    void note(String what) {
        if (!this.notes.contains(what)) {
            this.notes.add(what);
        }
    }

    /** What the hands do in this tick: nothing, until the scene is there. */
    void turn(Script script, MinecraftClient client) {
        script.acts();
        if (this.step < 0) {
            script.hotbar(client.player.getInventory().selectedSlot == 0 ? Turn.NONE : 0);
        } else {
            this.sequence.steps().get(this.step).perform(script, client.player, this.tick);
        }
    }

    /** The tick is over. */
    void tickEnded(MinecraftClient client, boolean hasContents) {
        Row expected = this.sequence.trace().get(this.seen.size());
        Row now = expected.seen(client, hasContents, this.sequence.watched());
        String differs = expected.difference(now);
        this.tick++;
        if (this.step < 0) {
            this.waited++;
            this.calm = differs == null ? this.calm + 1 : 0;
            if (this.calm < CALM && this.waited < PATIENCE) {
                return;
            }
        } else if (this.isWaiting() && differs != null && this.tick < this.step().within()) {
            return; // The server's answer is still to come.
        }
        this.seen.add(now);
        if (differs != null && this.firstDifferent < 0) {
            this.firstDifferent = this.seen.size() - 1;
            this.difference = differs;
        }
        if (this.step < 0 || this.isWaiting() || this.tick >= this.step().ticks()) {
            this.step++;
            this.tick = 0;
        }
    }

    private Step step() {
        return this.sequence.steps().get(this.step);
    }

    private boolean isWaiting() {
        return this.step().waits();
    }
}
