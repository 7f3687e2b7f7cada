package anima.mod.client;

import anima.mod.Log;
import anima.mod.bridge.Body;
import anima.mod.bridge.BridgePanic;
import anima.mod.bridge.Host;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import anima.mod.client.act.Hands;
import anima.mod.client.hud.Notices;
import anima.mod.client.observe.Observer;
import anima.mod.client.pixels.FrameReader;
import anima.mod.observe.Observation;
import com.mojang.authlib.GameProfile;
import java.util.function.Consumer;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.text.Text;

/**
 * One host and its one body in one client: what the client shows goes in, what the hands are to do comes out, once in each tick.
 *
 * <p>Whatever fails, the keys are let go of and the client lives on.
 */
public final class Play {
    /** Says what the hands do in each tick: the agent, unless a test has put a script in its place. */
    interface Driver {
        void tick(long worldTick, Turn turn);
    }

    private final MinecraftClient client;
    private final Host host;
    private final Body body;
    private Driver driver;
    private final KeyBinding stop;
    private final Settings settings;
    private final Observer observer;
    private final Hands hands;
    private final PauseHold pause;
    private final FrameReader frames;
    private final Notices notices;
    private final Turn turn = new Turn();
    private Status status;
    /** The question of the server that the player was told of last; null without one. */
    private Screen question;
    private boolean engaged;
    private boolean entered;
    private boolean inWorld;
    private boolean broken;
    private boolean closed;

    Play(MinecraftClient client, Host host, KeyBinding stop) {
        this.client = client;
        this.host = host;
        this.body = host.body();
        this.driver = this.body::tick;
        this.stop = stop;
        this.settings = new Settings(host.config());
        this.observer = new Observer(client, host, this.body);
        this.hands = new Hands(this.body, this.observer);
        this.pause = new PauseHold(System::nanoTime);
        this.frames = new FrameReader(this.body.frames()::frame);
        this.notices = new Notices(client);
        this.status = this.body.status();
    }

    /** Puts a script in the agent's place. */
    void drivenBy(Driver script) {
        this.driver = script;
    }

    /** What the hands were told in the last tick. */
    Turn turn() {
        return this.turn;
    }

    /** The ids of the game, the settings and the log. */
    public Host host() {
        return this.host;
    }

    /** The agent. */
    public Body body() {
        return this.body;
    }

    /** The mod's settings. */
    public Settings settings() {
        return this.settings;
    }

    /** What the agent told about itself last. */
    public Status status() {
        return this.status;
    }

    Observer observer() {
        return this.observer;
    }

    /** What is told of the player. */
    Observation observation() {
        return this.observer.observation();
    }

    PauseHold pause() {
        return this.pause;
    }

    FrameReader frames() {
        return this.frames;
    }

    /** Whether the agent plays or thinks, so that keys belong to it. */
    public boolean isEngaged() {
        return this.engaged;
    }

    /** Whether the player's own keyboard has just sent a line, which the game runs before it looks at anything else. */
    boolean isEntered() {
        return this.entered;
    }

    /** The start of a client tick: packets have been applied, keys have not been looked at. */
    void startTick() {
        this.entered = false;
        this.notices.log(this.host.takeLog());
        if (!this.observer.follow() || this.client.player == null) {
            this.withoutWorld();
            return;
        }
        this.inWorld = true;
        this.body.console().takeAnswers().forEach(this.notices::answer);
        if (this.observer.misreading() != null) {
            this.stopUnread(this.observer.misreading());
            return;
        }
        this.closeWhatIsShown();
        this.observer.tell();
        if (HandOver.isTyping(this.client) || this.isSuspended() || this.isAsked()) {
            this.pause(this.pause.isWanted()); // The agent stands still; a pause goes on, as long as the watchdog lets it.
            this.rest();
            return;
        }
        this.body.pausable(this.pause.isPossible(this.client, this.settings));
        this.driver.tick(this.observer.worldTick(), this.turn);
        this.engaged = this.turn.state() == Turn.ACTING || this.turn.state() == Turn.THINKING;
        this.broken &= !this.engaged;
        this.pause(this.turn.wantsPause());
        if (this.turn.wantsFrame()) {
            this.frames.want();
        }
        if (this.turn.state() == Turn.ACTING && !this.turn.wantsPause()) {
            this.hands.apply(this.client, this.turn, this.settings.exactLook());
        } else {
            this.rest();
        }
        if (this.turn.hasNews()) {
            this.takeStatus();
        }
    }

    /** The hands do nothing: in a world that stands still they stay at what they are at. */
    private void rest() {
        if (this.pause.isStill()) {
            this.hands.rest(this.client);
        } else {
            this.hands.release(this.client);
        }
    }

    /** Whether the game itself takes no keys: its menu has paused it, or resources are loaded. */
    private boolean isSuspended() {
        return this.client.isPaused() || this.client.getOverlay() != null;
    }

    /** What a server makes the client show lies over the world, and nobody reads it while the agent plays. */
    private void closeWhatIsShown() {
        if (this.engaged && HandOver.isShownOnly(this.client.currentScreen)) {
            this.client.currentScreen.close();
            this.hands.release(this.client); // What that window leaves behind is not the agent's.
            this.notices.actionBar("anima.closed");
            Log.info("Anima closed what the server showed");
        }
    }

    /** Whether the server has asked what only the player can answer. An agent that waits for that says so. */
    private boolean isAsked() {
        Screen before = this.question;
        this.question = HandOver.isQuestion(this.client.currentScreen) ? this.client.currentScreen : null;
        if (this.question != null && this.question != before && this.engaged) {
            this.notices.asked();
            Log.info("Anima waits until the player has answered the server");
        }
        return this.question != null;
    }

    /** What raw ids mean is not known: nobody plays by what they meant before. It is said again to whoever lets the agent play. */
    private void stopUnread(Throwable why) {
        int state = this.body.status().state();
        this.broken &= state != Turn.ACTING && state != Turn.THINKING;
        this.stop(why);
    }

    private void withoutWorld() {
        this.disengage();
        this.broken = false;
        if (this.inWorld) { // Its goal has ended with it.
            this.inWorld = false;
            this.takeStatus();
        }
    }

    private void takeStatus() {
        this.status = this.body.status();
        this.notices.status(this.status);
    }

    private void pause(boolean wants) {
        if (this.pause.update(this.client, wants, this.settings)) {
            this.notices.actionBar("anima.watchdog");
        }
    }

    /** The end of a client tick. */
    void endTick() {
        this.hands.endTick(this.client);
    }

    /** The client's world has advanced by a tick. */
    void worldTicked(ClientWorld world) {
        this.observer.worldTicked(world);
    }

    /** A game of this hash of its seed begins. */
    void joined(long seed) {
        this.observer.joined(seed);
        this.pause.joined();
    }

    /** The player has done something that takes the controls. */
    void takeOver() {
        if (!this.engaged) {
            return;
        }
        this.disengage();
        this.guard(this.body::handOver);
        this.notices.actionBar("anima.yours");
    }

    /** The player gives the controls back. */
    void resume() {
        this.guard(this.body::resume);
    }

    void key(int key, int scancode) {
        this.entered = HandOver.enters(this.client, key);
        boolean stops = this.stop.matchesKey(key, scancode) && !HandOver.isTyping(this.client);
        if (this.engaged && (stops || HandOver.takesOver(this.client, key, scancode))) {
            this.takeOver();
        }
    }

    /** A player's chat line. Nobody's chat is ever an order. */
    void chat(Text message, GameProfile sender) {
        if (!this.observation().looks()) {
            return;
        }
        boolean own = sender != null && this.client.player != null && sender.getId().equals(this.client.player.getUuid());
        this.observation().chat(sender, message, own);
    }

    /** A line of the game itself; those over the hot bar are no chat. */
    void gameMessage(Text message, boolean overlay) {
        if (!overlay && this.observation().looks()) {
            this.observation().chat(null, message, false);
        }
    }

    void mouseButton() {
        this.entered = false;
        if (this.engaged && HandOver.takesOver(this.client)) {
            this.takeOver();
        }
    }

    void screen(Screen screen) {
        if (this.engaged && HandOver.takesOver(screen, this.hands.opensInventory())) {
            this.takeOver();
        }
    }

    /** Ends the agent with the game. Harmless when it has ended. */
    void close() {
        if (this.closed) {
            return;
        }
        this.closed = true;
        this.guard(this::disengage);
        this.guard(this.frames::close);
        this.guard(this.observer::close);
        this.guard(() -> this.notices.log(this.host.takeLog()));
        this.guard(this.body::close);
        this.guard(this.host::close);
    }

    /** Lets go of everything, also of the rest when something cannot be let go of. */
    private void disengage() {
        try {
            this.hands.release(this.client);
        } finally {
            try {
                this.pause.letGo();
            } finally {
                this.engaged = false;
            }
        }
    }

    /** Something failed; the agent stops. It is said once until it plays again, not in every tick. */
    private void stop(Throwable why) {
        boolean known = this.broken;
        this.broken = true;
        boolean panic = why instanceof BridgePanic;
        String say = panic ? "Anima made a mistake and has stopped; logs/anima.log says more" : "Anima cannot go on: " + why;
        this.guard(this::disengage);
        if (!panic) {
            this.guard(this.body::handOver);
        }
        if (!known) {
            Log.error("Anima: " + say, why);
            this.guard(() -> this.notices.failed(say));
        }
    }

    /** Takes what the game reports. What fails stops the agent, not the game. */
    void hear(Consumer<Play> what) {
        if (!this.closed) {
            survive(() -> what.accept(this), this::stop);
        }
    }

    /** Runs what is to be tried whatever else fails. */
    private void guard(Runnable call) {
        survive(call, e -> Log.error("Anima: " + e.getMessage(), e));
    }

    /** Mistakes of ours or of the game, and classes and members that it turns out not to have: none of them may end it. */
    private static void survive(Runnable what, Consumer<Throwable> failed) {
        try {
            what.run();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            failed.accept(e);
        }
    }
}
