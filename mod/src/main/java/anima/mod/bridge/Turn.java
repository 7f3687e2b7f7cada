package anima.mod.bridge;

/**
 * What the hands do in one tick. Made once and filled anew by each {@link Body#tick}; nothing of it is kept by Rust.
 *
 * <p>In this order: turn the head, press the hot bar key, open or close a window, then either hold the keys (no window
 * open) or click in the window.
 */
public final class Turn {
    /** {@link #state}: no goal. */
    public static final int IDLE = 0;
    /** {@link #state}: plays. */
    public static final int ACTING = 1;
    /** {@link #state}: thinks and holds no keys; whether the world is to stand still is in {@link #wantsPause}. */
    public static final int THINKING = 2;
    /** {@link #state}: the player plays; the goal waits. */
    public static final int YOURS = 3;

    /** {@link #keys}: walk forward. */
    public static final int FORWARD = 1;
    /** {@link #keys}: walk back. */
    public static final int BACK = 1 << 1;
    /** {@link #keys}: walk left. */
    public static final int LEFT = 1 << 2;
    /** {@link #keys}: walk right. */
    public static final int RIGHT = 1 << 3;
    /** {@link #keys}: jump. */
    public static final int JUMP = 1 << 4;
    /** {@link #keys}: sneak. */
    public static final int SNEAK = 1 << 5;
    /** {@link #keys}: sprint. */
    public static final int SPRINT = 1 << 6;
    /** {@link #keys}: attack, held; newly held it is also a click. */
    public static final int ATTACK = 1 << 7;
    /** {@link #keys}: use, held; newly held it is also a click. */
    public static final int USE = 1 << 8;
    /** {@link #keys}: drop one; newly held it is a click. */
    public static final int DROP = 1 << 9;
    /** {@link #keys}: swap the hands; newly held it is a click. */
    public static final int SWAP = 1 << 10;

    /** {@link #screen}: leave windows as they are. */
    public static final int SCREEN_LEAVE = 0;
    /** {@link #screen}: open the inventory. */
    public static final int SCREEN_OPEN_INVENTORY = 1;
    /** {@link #screen}: close the window, or get out of bed. */
    public static final int SCREEN_CLOSE = 2;

    /** What a number is that says "none". */
    public static final int NONE = -1;

    static final int AT_STATE = 0;
    static final int AT_KEYS = 1;
    static final int AT_HOTBAR = 2;
    static final int AT_SCREEN = 3;
    static final int AT_CLICK_MODE = 4;
    static final int AT_CLICK_SLOT = 5;
    static final int AT_CLICK_BUTTON = 6;
    static final int AT_BUTTON = 7;
    static final int AT_FLAGS = 8;
    static final int ACTS = 9;

    static final int AT_YAW = 0;
    static final int AT_PITCH = 1;
    static final int LOOKS = 2;

    static final int FLAG_RESPAWN = 1;
    static final int FLAG_CHAT = 1 << 1;
    static final int FLAG_RENAME = 1 << 2;
    static final int FLAG_PAUSE = 1 << 3;
    static final int FLAG_FRAME = 1 << 4;
    static final int FLAG_NEWS = 1 << 5;
    static final int FLAG_STATISTICS = 1 << 6;

    final float[] look = new float[LOOKS];
    final int[] acts = new int[ACTS];

    /** A turn that does nothing. */
    public Turn() {
        this.acts[AT_HOTBAR] = NONE;
        this.acts[AT_CLICK_MODE] = NONE;
        this.acts[AT_BUTTON] = NONE;
    }

    /** IDLE, ACTING, THINKING or YOURS. */
    public int state() {
        return this.acts[AT_STATE];
    }

    /** The keys and mouse buttons held in this tick, a sum of FORWARD to SWAP. */
    public int keys() {
        return this.acts[AT_KEYS];
    }

    /** Degrees to the right: add it to the player's yaw as a {@code float}, without wrapping. */
    public float yaw() {
        return this.look[AT_YAW];
    }

    /** Degrees down: add it to the player's pitch as a {@code float}, then clamp to -90..90. */
    public float pitch() {
        return this.look[AT_PITCH];
    }

    /** The hot bar slot to select, 0..8, or NONE. */
    public int hotbar() {
        return this.acts[AT_HOTBAR];
    }

    /** SCREEN_LEAVE, SCREEN_OPEN_INVENTORY or SCREEN_CLOSE. */
    public int screen() {
        return this.acts[AT_SCREEN];
    }

    /** How to click in the open window: the ordinal of {@code SlotActionType}, or NONE for no click. */
    public int clickMode() {
        return this.acts[AT_CLICK_MODE];
    }

    /** The slot to click, as the open menu numbers them, or -999 outside. */
    public int clickSlot() {
        return this.acts[AT_CLICK_SLOT];
    }

    /** The button of the click, as the protocol numbers it for the mode. */
    public int clickButton() {
        return this.acts[AT_CLICK_BUTTON];
    }

    /** The button of the open window for {@code clickButton}, or NONE. */
    public int button() {
        return this.acts[AT_BUTTON];
    }

    /** Whether the respawn button of the death screen is pressed. */
    public boolean respawns() {
        return this.has(FLAG_RESPAWN);
    }

    /** Whether the server is asked for the statistics, see {@link Senses#statistics}. */
    public boolean asksStatistics() {
        return this.has(FLAG_STATISTICS);
    }

    /** Whether {@link Body#chat} has a line to say. */
    public boolean hasChat() {
        return this.has(FLAG_CHAT);
    }

    /** Whether {@link Body#rename} has a name for the open anvil. */
    public boolean hasRename() {
        return this.has(FLAG_RENAME);
    }

    /** Whether the world is to stand still until a later turn no longer says so. */
    public boolean wantsPause() {
        return this.has(FLAG_PAUSE);
    }

    /** Whether a picture is wanted, see {@link Frames}. */
    public boolean wantsFrame() {
        return this.has(FLAG_FRAME);
    }

    /** Whether {@link Body#status} has changed since it was asked last. */
    public boolean hasNews() {
        return this.has(FLAG_NEWS);
    }

    private boolean has(int flag) {
        return (this.acts[AT_FLAGS] & flag) != 0;
    }
}
