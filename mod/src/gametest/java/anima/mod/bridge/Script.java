package anima.mod.bridge;

/** Fills in a turn, as the library does for the agent. */
public final class Script {
    private final Turn turn;

    /** The turn begins with nothing. */
    public Script(Turn turn) {
        this.turn = turn;
        turn.look[Turn.AT_YAW] = 0;
        turn.look[Turn.AT_PITCH] = 0;
        turn.acts[Turn.AT_STATE] = Turn.IDLE;
        turn.acts[Turn.AT_KEYS] = 0;
        turn.acts[Turn.AT_HOTBAR] = Turn.NONE;
        turn.acts[Turn.AT_SCREEN] = Turn.SCREEN_LEAVE;
        turn.acts[Turn.AT_CLICK_MODE] = Turn.NONE;
        turn.acts[Turn.AT_BUTTON] = Turn.NONE;
        turn.acts[Turn.AT_FLAGS] = 0;
    }

    /** The hands belong to the script in this tick, whether they do something or not. */
    public void acts() {
        this.turn.acts[Turn.AT_STATE] = Turn.ACTING;
    }

    /** Holds keys, as {@link Turn#keys} has them. */
    public void keys(int keys) {
        this.turn.acts[Turn.AT_KEYS] = keys;
    }

    /** Turns the head, in degrees. */
    public void look(float yaw, float pitch) {
        this.turn.look[Turn.AT_YAW] = yaw;
        this.turn.look[Turn.AT_PITCH] = pitch;
    }

    /** Presses a key of the hot bar, 0..8, or NONE. */
    public void hotbar(int slot) {
        this.turn.acts[Turn.AT_HOTBAR] = slot;
    }

    /** Opens or closes a window, as {@link Turn#screen} has it. */
    public void screen(int screen) {
        this.turn.acts[Turn.AT_SCREEN] = screen;
    }

    /** Clicks in the open window, as {@link Turn#clickMode} and the two beside it have it. */
    public void click(int mode, int slot, int button) {
        this.turn.acts[Turn.AT_CLICK_MODE] = mode;
        this.turn.acts[Turn.AT_CLICK_SLOT] = slot;
        this.turn.acts[Turn.AT_CLICK_BUTTON] = button;
    }

    /** Presses the respawn button. */
    public void respawn() {
        this.turn.acts[Turn.AT_FLAGS] |= Turn.FLAG_RESPAWN;
    }
}
