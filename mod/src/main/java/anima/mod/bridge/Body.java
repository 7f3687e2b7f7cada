package anima.mod.bridge;

/**
 * One agent and all that it was shown: that of a client's player, or one of several on a server. It comes of a
 * {@link Host} and belongs to its thread.
 *
 * <p>A body is in one of five states, which {@link #tick} returns in {@link Turn#state}:
 *
 * <pre>
 * IDLE      no goal               goal given     ->  ACTING
 * ACTING    presses keys          mind asked     ->  THINKING,  handOver -> YOURS,  goal ended -> IDLE or the next goal
 * THINKING  stands, wants a pause  mind answered ->  ACTING,    handOver -> YOURS
 * YOURS     the player plays      resume         ->  ACTING
 * CLOSED    after close: every call throws
 * </pre>
 *
 * <p>Keys are to be pressed only in ACTING; in all other states the turn holds none.
 */
public final class Body implements AutoCloseable {
    private final long handle;
    private final Senses senses;
    private final Events events;
    private final Frames frames;
    private final Console console;
    private final Hands hands;

    Body(long handle) {
        this.handle = handle;
        this.senses = new Senses(handle);
        this.events = new Events(handle);
        this.frames = new Frames(handle);
        this.console = new Console(handle);
        this.hands = new Hands(handle);
    }

    /**
     * Ends the agent and all threads that Rust has made for it, within a second. Every later call on this body or its parts
     * throws {@link IllegalStateException}, this one too.
     */
    @Override
    public void close() {
        close(this.handle);
    }

    /** What it is known by to what plays with it. */
    long handle() {
        return this.handle;
    }

    /** What is told about all that is but for blocks. */
    public Senses senses() {
        return this.senses;
    }

    /** What is told about everything that happens. */
    public Events events() {
        return this.events;
    }

    /** Where pictures are handed over. */
    public Frames frames() {
        return this.frames;
    }

    /** The command line. */
    public Console console() {
        return this.console;
    }

    /** The hands and legs, of a body that has no client. */
    public Hands hands() {
        return this.hands;
    }

    /**
     * Enters a world or another dimension; everything that was told of the one before is forgotten, and its goal and the
     * player's statistics too unless the dimension changed within the same connection. What the agent itself has seen
     * is known to it again whenever it comes back to the same dimension of the same world, as long as the body lasts.
     *
     * @param terrain the blocks of the world, of the same host
     * @param world a name of the world that is the same in every connection to it and no other world's; empty if there
     *     is none, which makes it another world in each connection
     * @param dimension the name of the dimension, as {@code minecraft:overworld}
     * @param sameGame whether it is another dimension of the game that was entered before, so that the goal goes on
     */
    public void enterWorld(Terrain terrain, String world, String dimension, boolean sameGame) {
        enterWorld(this.handle, terrain.handle(), world, dimension, sameGame);
    }

    /** Leaves the world: everything that was told of it is forgotten and its goal is dropped. Harmless without one. */
    public void leaveWorld() {
        leaveWorld(this.handle);
    }

    /**
     * Begins the telling of a tick. Returns whether the agent looks around; it does for its goals, and for a while after
     * the last. Only then is told what {@link Terrain}, {@link Events} and the entities of {@link Senses} take: what is
     * told of them otherwise is not kept. When it begins to look, all that is there is told anew.
     */
    public boolean looks() {
        return looks(this.handle);
    }

    /**
     * Plays one tick: the agent looks at what was told, and the turn is filled with what its hands do now.
     *
     * <p>Call it once in each tick of the game, paused or not, after everything that has changed was told and before the game
     * looks at its keys. Costs well under a millisecond but for path searches, which are limited, too.
     *
     * @param worldTick how many ticks the world has advanced since it was entered: 0 in the first call, and the
     *     same number again while the world is paused
     * @param turn is overwritten
     * @throws IllegalStateException if no world is entered, or the player was never told
     */
    public void tick(long worldTick, Turn turn) {
        tick(this.handle, worldTick, turn.look, turn.acts);
    }

    /** The chat line of the last turn, for {@link Turn#hasChat}; null if there is none. */
    public String chat() {
        return chat(this.handle);
    }

    /** The anvil name of the last turn, for {@link Turn#hasRename}; null if there is none. */
    public String rename() {
        return rename(this.handle);
    }

    /** The player plays from now on: what the agent is at is dropped, its goal waits. Harmless in other states. */
    public void handOver() {
        handOver(this.handle);
    }

    /** The agent goes on after {@link #handOver}. Harmless in other states. */
    public void resume() {
        resume(this.handle);
    }

    /**
     * Whether the world can be made to stand still; it is believed to until this says otherwise, anew in each world.
     * Where it cannot, a turn never wants a pause: the agent stands while it thinks, but for what cannot wait.
     */
    public void pausable(boolean pausable) {
        pausable(this.handle, pausable);
    }

    /**
     * How far the body sees, in chunks; 10 until it is told otherwise, and never more. What is told of the land for other
     * bodies it knows, too.
     */
    public void viewDistance(int chunks) {
        viewDistance(this.handle, chunks);
    }

    /** What the panel and toasts show; ask again when {@link Turn#hasNews} says so. */
    public Status status() {
        String[] texts = new String[Status.TEXTS];
        int[] numbers = new int[Status.NUMBERS];
        status(this.handle, texts, numbers);
        return new Status(texts, numbers);
    }

    private static native void close(long handle);

    private static native void enterWorld(long handle, long terrain, String world, String dimension, boolean sameGame);

    private static native void leaveWorld(long handle);

    private static native boolean looks(long handle);

    private static native void tick(long handle, long worldTick, float[] look, int[] acts);

    private static native String chat(long handle);

    private static native String rename(long handle);

    private static native void handOver(long handle);

    private static native void resume(long handle);

    private static native void pausable(long handle, boolean pausable);

    private static native void viewDistance(long handle, int chunks);

    private static native void status(long handle, String[] texts, int[] numbers);
}
