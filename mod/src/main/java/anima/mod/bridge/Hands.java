package anima.mod.bridge;

import java.util.Arrays;

/**
 * The hands and legs of a body that has no client: what a client would make of the keys of its turns. Of a client's own
 * player they are never asked.
 *
 * <p>In each tick of a living body, after its head has turned and what the cross-hair is on then was told: {@link #read};
 * if that says so {@link #next}, again and again until it gives {@link Deed#NONE}, each deed being carried out and what it
 * has changed of the hands, and of blocks, being told before the next is asked for. When the body moves: {@link #go}.
 */
public final class Hands {
    /** What a deed came to, as {@code ActionResult} has it on a server. */
    public static final int SUCCESS = 0;
    /** What a deed came to: it was done, and no client hears that a hand swings. Part of it done is this, too. */
    public static final int CONSUME = 1;
    /** What a deed came to: nothing, something else may be tried. */
    public static final int PASS = 2;
    /** What a deed came to: nothing, and nothing else is to be tried. */
    public static final int FAIL = 3;

    /** {@link #go}: crouches or crawls. */
    public static final int SLOWED = 1;
    /** {@link #go}: uses an item. */
    public static final int USES_ITEM = 1 << 1;
    /** {@link #go}: sprints until now. */
    public static final int SPRINTS = 1 << 2;
    /** {@link #go}: swims ({@code Entity.isSwimming}). */
    public static final int SWIMS = 1 << 3;
    /** {@link #go}: touches water. */
    public static final int IN_WATER = 1 << 4;
    /** {@link #go}: is submerged in water. */
    public static final int SUBMERGED = 1 << 5;
    /** {@link #go}: stands on something. */
    public static final int ON_GROUND = 1 << 6;
    /** {@link #go}: met a wall in the last tick; whether it went along it is found out here. */
    public static final int HIT_WALL = 1 << 7;

    private static final int AT_JUMPS = 0;
    private static final int AT_SNEAKS = 1;
    private static final int AT_SPRINTS = 2;
    private static final int AT_WALKS = 3;
    private static final int AT_DOUBLE_TAP = 4;
    private static final int STEPS = 5;

    private static final int AT_FORWARD = 0;
    private static final int AT_SIDEWAYS = 1;
    private static final int SPEEDS = 2;

    private final long handle;
    private final int[] steps = new int[STEPS];
    private final float[] speeds = new float[SPEEDS];

    Hands(long handle) {
        this.handle = handle;
    }

    /** Reads the keys of the last turn. Returns whether they may come to deeds; with a window open they do not. */
    public boolean read(boolean hasWindow) {
        return read(this.handle, hasWindow);
    }

    /**
     * Fills in the next deed.
     *
     * @param answer what the one before came to, SUCCESS to FAIL; for the first anything
     * @param usesItem whether the body uses an item now
     * @param hasWindow whether a window is open now
     * @param breakingDelta the share of the block aimed at that a tick digs now; 0 unless the attack key is down
     */
    public void next(int answer, boolean usesItem, boolean hasWindow, float breakingDelta, Deed deed) {
        next(this.handle, answer, usesItem, hasWindow, breakingDelta, deed.numbers);
    }

    /** How far the block is dug that is being dug, 0 to 1; 0 for none. */
    public float digProgress() {
        return digProgress(this.handle);
    }

    /**
     * Goes by the keys of the last turn, once; where it is asked again before the next turn no key is down.
     *
     * @param stance a sum of SLOWED to HIT_WALL
     * @param food half drumsticks
     * @param hasScreen whether any window is open, so that no key is down
     * @param yaw degrees, after the head has turned
     */
    public void go(int stance, int food, boolean hasScreen, double x, double y, double z, float yaw) {
        go(this.handle, stance, food, hasScreen, x, y, z, yaw, this.steps, this.speeds);
    }

    /** What the last {@link #go} came to: -1 to 1, forward above 0. */
    public float forward() {
        return this.speeds[AT_FORWARD];
    }

    /** What the last {@link #go} came to: -1 to 1, to the left above 0. */
    public float sideways() {
        return this.speeds[AT_SIDEWAYS];
    }

    /** Whether the last {@link #go} holds the jump key. */
    public boolean jumps() {
        return this.steps[AT_JUMPS] != 0;
    }

    /** Whether the last {@link #go} holds the sneak key. */
    public boolean sneaks() {
        return this.steps[AT_SNEAKS] != 0;
    }

    /** Whether the last {@link #go} sprints. */
    public boolean sprints() {
        return this.steps[AT_SPRINTS] != 0;
    }

    /** Whether the last {@link #go} walks forward, at the full speed of walking. */
    public boolean walks() {
        return this.steps[AT_WALKS] != 0;
    }

    /** Ticks after the last {@link #go} in which another press of the forward key starts a sprint. */
    public int doubleTapTicks() {
        return this.steps[AT_DOUBLE_TAP];
    }

    /** The body is another one, after a respawn: nothing of what a client remembers is left. */
    public void forget() {
        forget(this.handle);
        Arrays.fill(this.steps, 0);
        Arrays.fill(this.speeds, 0);
    }

    private static native boolean read(long handle, boolean hasWindow);

    private static native void next(long handle, int answer, boolean usesItem, boolean hasWindow, float breakingDelta, int[] deed);

    private static native float digProgress(long handle);

    private static native void go(
            long handle, int stance, int food, boolean hasScreen, double x, double y, double z, float yaw, int[] steps, float[] speeds);

    private static native void forget(long handle);
}
