package anima.gametest;

import anima.mod.bridge.Script;
import anima.mod.bridge.Turn;
import anima.mod.client.ScriptedPlay;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.minecraft.client.MinecraftClient;

/** Plays sequences one after the other with the mod's hands. The world of each is made by the stage. */
final class Runner {
    /** Ticks for windows to close and the player to come back to life. */
    private static final int TIDY = 200;

    private final MinecraftClient client;
    private final Consumer<Attempt> stage;
    private final List<Attempt> attempts;
    private final ScriptedPlay play;
    private int current;
    private int tidied;
    private boolean isSet;
    private boolean turned;
    private boolean acted;

    /** Takes the mod's hands. The stage makes the scene of an attempt, at once or within some ticks. */
    Runner(MinecraftClient client, List<Sequence> sequences, Consumer<Attempt> stage) {
        this.client = client;
        this.stage = stage;
        this.attempts = sequences.stream().map(Attempt::new).toList();
        this.play = new ScriptedPlay(this::turn);
        String problem = this.play.set("game.look", "exact"); // Whole steps of the mouse lead elsewhere.
        if (problem != null) {
            throw new IllegalStateException("the setting game.look: " + problem);
        }
    }

    boolean isDone() {
        return this.current == this.attempts.size();
    }

    List<Attempt> attempts() {
        return new ArrayList<>(this.attempts);
    }

    private void turn(Script script) {
        boolean taken = this.acted && !this.play.isEngaged();
        this.turned = true;
        this.acted = !this.isDone();
        if (this.isDone()) {
            return;
        }
        Attempt attempt = this.attempts.get(this.current);
        if (taken) {
            attempt.note("a key or the mouse took the controls before row " + attempt.seen().size() + ": leave both alone");
        }
        if (this.isSet) {
            attempt.turn(script, this.client);
            return;
        }
        script.acts();
        if (this.client.player.isDead()) {
            script.respawn();
        } else if (this.client.currentScreen != null) {
            script.screen(Turn.SCREEN_CLOSE);
        } else {
            this.tidied = TIDY;
        }
    }

    /** A tick of the client is over. Those in which the game was paused or a player types do not count. */
    void tickEnded() {
        boolean counts = this.turned && this.client.player != null;
        this.turned = false;
        if (!counts || this.isDone()) {
            return;
        }
        Attempt attempt = this.attempts.get(this.current);
        if (!this.isSet) {
            this.tidied++;
            if (this.tidied >= TIDY) {
                this.stage.accept(attempt);
                this.isSet = true;
            }
            return;
        }
        attempt.tickEnded(this.client, this.play.hasContents(this.client));
        if (attempt.hasEnded()) {
            this.current++;
            this.tidied = 0;
            this.isSet = false;
        }
    }
}
