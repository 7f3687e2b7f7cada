package anima.mod.bridge;

/**
 * What the agent tells about itself, for the panel and for toasts: in plain words, ready to be shown.
 *
 * <p>Made by {@link Body#status}.
 */
public final class Status {
    /** {@link #ending}: no goal has ended since a goal was given last. */
    public static final int NOT_ENDED = 0;
    /** {@link #ending}: the goal was reached. */
    public static final int REACHED = 1;
    /** {@link #ending}: the goal was given up; {@link #detail} says why. */
    public static final int FAILED = 2;
    /** {@link #ending}: the player stopped it. */
    public static final int STOPPED = 3;

    static final int AT_GOAL = 0;
    static final int AT_STEP = 1;
    static final int AT_DETAIL = 2;
    static final int AT_ENDED = 3;
    static final int TEXTS = 4;

    static final int AT_STATE = 0;
    static final int AT_ENDING = 1;
    static final int AT_ENDINGS = 2;
    static final int AT_QUEUED = 3;
    static final int AT_STEPS_DONE = 4;
    static final int AT_STEPS = 5;
    static final int AT_DEATHS = 6;
    static final int NUMBERS = 7;

    private final String[] texts;
    private final int[] numbers;

    Status(String[] texts, int[] numbers) {
        this.texts = texts;
        this.numbers = numbers;
    }

    /** The goal at work, as {@code obtain 1 iron_pickaxe}; empty without one. */
    public String goal() {
        return this.texts[AT_GOAL];
    }

    /** The step of the plan at work, or what a goal waits for that has not begun; empty without one. */
    public String step() {
        return this.texts[AT_STEP];
    }

    /** What exactly it is at, or why the last goal ended; empty if there is nothing to say. */
    public String detail() {
        return this.texts[AT_DETAIL];
    }

    /** The goal that ended last; empty if none has. */
    public String ended() {
        return this.texts[AT_ENDED];
    }

    /** IDLE, ACTING, THINKING or YOURS of {@link Turn}. */
    public int state() {
        return this.numbers[AT_STATE];
    }

    /** How the goal of {@link #ended} ended. */
    public int ending() {
        return this.numbers[AT_ENDING];
    }

    /** How many goals have ended of this body: a toast is due whenever it has grown. */
    public int endings() {
        return this.numbers[AT_ENDINGS];
    }

    /** How many goals wait behind the one at work. */
    public int queued() {
        return this.numbers[AT_QUEUED];
    }

    /** How many steps of the plan are done. */
    public int stepsDone() {
        return this.numbers[AT_STEPS_DONE];
    }

    /** How many steps the plan has. */
    public int steps() {
        return this.numbers[AT_STEPS];
    }

    /** How often the player died under this goal. */
    public int deaths() {
        return this.numbers[AT_DEATHS];
    }
}
