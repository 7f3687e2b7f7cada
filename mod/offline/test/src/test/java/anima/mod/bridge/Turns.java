package anima.mod.bridge;

/** Turns as tests want them: the real ones are filled by the library only. */
public final class Turns {
    private final Turn turn = new Turn();

    /** A turn of a playing agent. */
    public static Turns acting() {
        Turns turns = new Turns();
        turns.turn.acts[Turn.AT_STATE] = Turn.ACTING;
        return turns;
    }

    /** With keys. */
    public Turns keys(int keys) {
        turn.acts[Turn.AT_KEYS] = keys;
        return this;
    }

    /** With a look. */
    public Turns look(float yaw, float pitch) {
        turn.look[Turn.AT_YAW] = yaw;
        turn.look[Turn.AT_PITCH] = pitch;
        return this;
    }

    /** With a hot bar key. */
    public Turns hotbar(int slot) {
        turn.acts[Turn.AT_HOTBAR] = slot;
        return this;
    }

    /** With a window key. */
    public Turns screen(int screen) {
        turn.acts[Turn.AT_SCREEN] = screen;
        return this;
    }

    /** With a click. */
    public Turns click(int mode, int slot, int button) {
        turn.acts[Turn.AT_CLICK_MODE] = mode;
        turn.acts[Turn.AT_CLICK_SLOT] = slot;
        turn.acts[Turn.AT_CLICK_BUTTON] = button;
        return this;
    }

    /** With a button of the window. */
    public Turns button(int button) {
        turn.acts[Turn.AT_BUTTON] = button;
        return this;
    }

    /** With the respawn button. */
    public Turns respawn() {
        turn.acts[Turn.AT_FLAGS] |= Turn.FLAG_RESPAWN;
        return this;
    }

    /** With a question for the statistics. */
    public Turns statistics() {
        turn.acts[Turn.AT_FLAGS] |= Turn.FLAG_STATISTICS;
        return this;
    }

    /** Fills the turn of a session. */
    public void fill(Turn other) {
        System.arraycopy(turn.look, 0, other.look, 0, turn.look.length);
        System.arraycopy(turn.acts, 0, other.acts, 0, turn.acts.length);
    }

    /** The turn. */
    public Turn turn() {
        return turn;
    }
}
