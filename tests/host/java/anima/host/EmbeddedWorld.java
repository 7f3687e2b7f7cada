package anima.host;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The embedded world, for a double of the game's client: it shows what a client knows, and takes what a client's hands do.
 * Only for tests.
 *
 * <p>It advances by {@link #tick} alone. All that it shows is as it was at the end of the last tick, and what has
 * happened is what has happened in it. Ids are raw ids of 1.19.4, as the lists of names have them. One thread owns it.
 */
public final class EmbeddedWorld implements AutoCloseable {
    /** Places in what {@link #player} gives. */
    public static final int X = 0, Y = 1, Z = 2, VELOCITY_X = 3, VELOCITY_Y = 4, VELOCITY_Z = 5, YAW = 6, PITCH = 7,
            EYE_HEIGHT = 8, HEIGHT = 9, HEALTH = 10, FOOD = 11, SATURATION = 12, AIR = 13, LEVEL = 14,
            LEVEL_PROGRESS = 15, ATTACK_CHARGE = 16, DIG_PROGRESS = 17, TARGET_POINT_X = 18, TARGET_POINT_Y = 19,
            TARGET_POINT_Z = 20, DOUBLE_TAP = 21, PLAYER = 22;

    /** Places in what {@link #facts} gives. Flags, weather and screen as {@code anima.mod.bridge.Senses} has them. */
    public static final int FLAGS = 0, SELECTED = 1, SCREEN = 2, MENU = 3, MENU_SLOTS = 4, PROPERTIES = 5,
            TIME_OF_DAY = 6, WEATHER = 7, TARGET = 8, TARGET_X = 9, TARGET_Y = 10, TARGET_Z = 11, TARGET_FACE = 12,
            TARGET_ENTITY = 13, SKY_LIGHT = 14, BLOCK_LIGHT = 15, FACTS = 16;

    /** What TARGET is. */
    public static final int TARGET_NOTHING = 0, TARGET_BLOCK = 1, TARGET_IS_ENTITY = 2;

    /** Numbers of a stack: item, count (0 for an empty slot), damage, number of enchantments. */
    public static final int STACK = 4;

    /** Places in the whole numbers of an entity; a stack lies at ENTITY_ITEM. */
    public static final int ENTITY_ID = 0, ENTITY_TYPE = 1, ENTITY_FLAGS = 2, ENTITY_VARIANT = 3, ENTITY_ITEM = 4,
            ENTITY_INTS = 8;

    /** Places in the other numbers of an entity; health is -1 for what does not live. */
    public static final int ENTITY_X = 0, ENTITY_Y = 1, ENTITY_Z = 2, ENTITY_VELOCITY_X = 3, ENTITY_VELOCITY_Y = 4,
            ENTITY_VELOCITY_Z = 5, ENTITY_YAW = 6, ENTITY_WIDTH = 7, ENTITY_HEIGHT = 8, ENTITY_HEALTH = 9,
            ENTITY_DOUBLES = 10;

    /** Where a stack is whose enchantments are asked for. */
    public static final int IN_INVENTORY = 0, IN_MENU = 1, ON_CURSOR = 2, ON_ENTITY = 3;

    /**
     * Places in what a client has read of its keys when it attacks and uses, see {@link #tick}: clicks that it had not
     * looked at, what is held (the attack key only if the mouse is the game's), and its cool-downs.
     */
    public static final int ATTACKS = 0, USES = 1, DROPS = 2, SWAPS = 3, HOLDS_ATTACK = 4, HOLDS_USE = 5,
            ATTACK_COOLDOWN = 6, USE_COOLDOWN = 7, PRESSES = 8;

    /** Whole numbers of what was done in a tick, see {@link #controls}; the presses are the last of them. */
    public static final int CONTROL_YAW = 0, CONTROL_PITCH = 1, CONTROL_KEYS = 2, CONTROL_HOTBAR = 3,
            CONTROL_SCREEN = 4, CONTROL_CLICK_MODE = 5, CONTROL_CLICK_SLOT = 6, CONTROL_CLICK_BUTTON = 7,
            CONTROL_BUTTON = 8, CONTROL_RESPAWN = 9, CONTROL_STATISTICS = 10, CONTROL_PRESSES = 11, CONTROL = 11 + PRESSES;

    /**
     * Places in what {@link #natures} gives: between which heights it collides, equal if it does not; its hardness; the
     * tool that digs it (1 pickaxe, 2 axe, 3 shovel, 4 hoe, else 0), and 1 if it drops nothing without; its liquid
     * (1 water, 2 lava, else 0).
     */
    public static final int NATURE_LOW = 0, NATURE_HIGH = 1, NATURE_HARDNESS = 2, NATURE_TOOL = 3,
            NATURE_NEEDS_TOOL = 4, NATURE_LIQUID = 5, NATURE = 6;

    private long handle;

    private EmbeddedWorld(long handle) {
        this.handle = handle;
    }

    /** Loads the library ({@code libanima_host.so} or its like). */
    public static void load(Path library) {
        System.load(library.toAbsolutePath().toString());
        bind();
    }

    /** The world that {@code anima run --seed} plays in, with so many chunks loaded around the player. */
    public static EmbeddedWorld generated(long seed, int radius) {
        return generated(seed, radius, 0);
    }

    /** The same, so many ticks away: what {@code anima run --latency} plays in. */
    public static EmbeddedWorld generated(long seed, int radius, int latency) {
        return new EmbeddedWorld(open(seed, radius, latency, null, null));
    }

    /** The part around a place of the land that {@link #generated} gives; whoever plays begins there. */
    public static EmbeddedWorld generatedAt(long seed, int radius, double[] at) {
        return new EmbeddedWorld(open(seed, radius, 0, null, at));
    }

    /** The world that {@code anima run --world --seed --at} plays in; {@code at} is null for the world's spawn. */
    public static EmbeddedWorld save(Path folder, long seed, int radius, double[] at) {
        return new EmbeddedWorld(open(seed, radius, 0, folder.toString(), at));
    }

    /** The scene of a sequence that the real game is to repeat; its file's text. */
    public static EmbeddedWorld sequence(String text) {
        return new EmbeddedWorld(begin(text));
    }

    /**
     * What is done in {@code anima run} for a goal in the world that {@link #generated} gives, tick by tick, as
     * {@link #controls} has it.
     */
    public static int[] reference(String goal, long seed, int radius, long ticks) {
        return reference(goal, seed, radius, ticks, 0);
    }

    /** The same with {@code --latency}. */
    public static native int[] reference(String goal, long seed, int radius, long ticks, int latency);

    /** The names of each registry by raw id. */
    public static native String[] blockStates();

    /** The names of items by raw id. */
    public static native String[] items();

    /** The names of entity types by raw id. */
    public static native String[] entityTypes();

    /** The names of biomes by raw id. */
    public static native String[] biomes();

    /** What each block state is like to walk into and to dig, by raw id: NATURE numbers each. */
    public static native double[] natures();

    /** The names of enchantments by raw id. */
    public static native String[] enchantments();

    /** The names of status effects by raw id; 0 is empty. */
    public static native String[] effects();

    /** The names of menus by raw id. */
    public static native String[] menus();

    /** Ticks since the world began. */
    public long ticks() {
        return ticks(this.handle);
    }

    /** The player: X to TARGET_POINT_Z. */
    public void player(double[] out) {
        player(this.handle, out);
    }

    /** Whole numbers: FLAGS to BLOCK_LIGHT, the light being that at the player's eyes. */
    public void facts(int[] out) {
        facts(this.handle, out);
    }

    /** Effects at work on the player: raw id, amplifier and ticks each. */
    public int[] effectsAtWork() {
        return effectsAtWork(this.handle);
    }

    /** The 41 slots of the inventory, a stack each. */
    public void inventory(int[] out) {
        inventory(this.handle, out);
    }

    /** The slots of the open menu, a stack each, and the cursor's stack after the last. */
    public void menu(int[] out) {
        menu(this.handle, out);
    }

    /** The numbers that the server has sent for the open menu. */
    public int[] properties() {
        return properties(this.handle);
    }

    /** Enchantments of a stack: pairs of raw id and level. {@code place} is a slot, or an entity's id. */
    public int[] enchantmentsOf(int where, int place) {
        return enchantmentsOf(this.handle, where, place);
    }

    /** How many entities are shown. */
    public int entityCount() {
        return entityCount(this.handle);
    }

    /** All entities in order of their ids: ENTITY_INTS and ENTITY_DOUBLES numbers each. */
    public void entities(int[] ints, double[] doubles) {
        entities(this.handle, ints, doubles);
    }

    /** Columns loaded in the last tick (at first: all), as x and z each. Told before {@link #changes}. */
    public int[] loaded() {
        return loaded(this.handle);
    }

    /** Columns unloaded in the last tick, as x and z each. */
    public int[] unloaded() {
        return unloaded(this.handle);
    }

    /** Writes the sections of a loaded column into a direct buffer from its start, as the game's server sends them. */
    public int column(int x, int z, ByteBuffer out) {
        return column(this.handle, x, z, null, 0, out);
    }

    /** As {@link #column}, by a server whose {@code count} block states have other raw ids: those of 1.19.4 in order. */
    public int column(int x, int z, int[] rawIds, int count, ByteBuffer out) {
        return column(this.handle, x, z, rawIds, count, out);
    }

    /** The raw id of a block's state; -1 where nothing is loaded. */
    public int block(int x, int y, int z) {
        return block(this.handle, x, y, z);
    }

    /** The raw id of the biome at a block; -1 where nothing is loaded. */
    public int biome(int x, int y, int z) {
        return biome(this.handle, x, y, z);
    }

    /** Blocks changed in the last tick, in order: x, y, z and raw id of the state each; some in columns just loaded. */
    public int[] changes() {
        return changes(this.handle);
    }

    /**
     * What happened in the last tick, in order; words and values are separated by tabs:
     * {@code chat from text own}, {@code picked_up item count damage}, {@code hurt amount entity} (-1 for none),
     * {@code died message}, {@code respawned}, {@code screen_opened menu}, {@code screen_closed},
     * {@code item_broke item}, {@code hearts entity} (an animal falls in love, or gives birth).
     */
    public String[] events() {
        return events(this.handle);
    }

    /**
     * The statistics that the server has told in the last tick, by the names that the game has for them in its
     * scoreboard: those that have changed since it told them before. None if it was not asked.
     */
    public String[] statisticNames() {
        return statisticNames(this.handle);
    }

    /** What the statistics of {@link #statisticNames} are now. */
    public int[] statisticCounts() {
        return statisticCounts(this.handle);
    }

    /** How many of an item the player carries, by its name: the judge of goals. */
    public int carried(String item) {
        return carried(this.handle, item);
    }

    /**
     * Lets a tick pass. What is not done is -1 (hotbar, clickMode, button), 0 (keys, screen) or null.
     *
     * @param keys as {@code anima.mod.bridge.Turn.keys}
     * @param yaw where the head looks now, as a {@code float} that came from adding to the last one
     * @param pitch as yaw
     * @param screen 1 opens the inventory, 2 closes the window
     * @param statistics whether the server is asked for the statistics
     * @param presses ATTACKS to USE_COOLDOWN, as a client has read them that reads its keys itself: they count in place of
     *     the attack, use, drop and swap keys, and the cool-downs in it become those after the tick; null for a player with
     *     the keys alone
     */
    public void tick(
            int keys, float yaw, float pitch, int hotbar, int screen,
            int clickMode, int clickSlot, int clickButton, int button,
            boolean respawns, boolean statistics, String chat, String rename, int[] presses) {
        tick(
                this.handle, keys, yaw, pitch, hotbar, screen, clickMode, clickSlot, clickButton, button, respawns,
                statistics, chat, rename, presses);
    }

    /**
     * What the hands did in each tick so far: CONTROL numbers each. Yaw and pitch are the bits of where the head looks
     * after its turn, the keys are those that move the body, the presses are as they were read. What came to nothing is
     * left out: presses with a window open, clicks without one.
     */
    public int[] controls() {
        return controls(this.handle);
    }

    /**
     * What is done in {@code anima run} for a goal in the world that {@link #generated} gives, a line for each tick: the
     * control as whole numbers in the order of {@code anima.mod.bridge.Turn} (yaw and pitch as bits, keys, hot bar,
     * screen, click mode, slot and button, button, respawn, statistics), a bar, and what {@link #done} tells of it.
     */
    public static native String[] played(String goal, long seed, int radius, long ticks);

    // A player without a client, as a server has it: the first of these begins a tick, endTick ends it. Body, hands and menu
    // are shown after each, all else at the end.

    /** The head looks there, as a {@code float} that came from adding to the last one; the cross-hair follows. */
    public void look(float yaw, float pitch) {
        look(this.handle, yaw, pitch);
    }

    /** The statistics are asked for. */
    public void askStatistics() {
        askStatistics(this.handle);
    }

    /**
     * What an operator sets: {@code give ITEM COUNT}, {@code time N} or {@code weather clear|rain|thunder}. Returns whether
     * there was room for it.
     */
    public boolean operate(String line) {
        return operate(this.handle, line);
    }

    /** The dead come back. */
    public void comeBack() {
        comeBack(this.handle);
    }

    /** The open window is closed, or the bed left. */
    public void closeWindow() {
        closeWindow(this.handle);
    }

    /** A click in the open window, or a button of it; -1 for none. */
    public void click(int mode, int slot, int ofClick, int button) {
        click(this.handle, mode, slot, ofClick, button);
    }

    /** What a deed is: the kinds of {@code anima.mod.bridge.Deed}. */
    public static final int SELECT = 1, SWAP_HANDS = 2, DROP_ONE = 3, RELEASE_ITEM = 4, ATTACK = 5, SWING = 6, START_DIGGING = 7,
            STOP_DIGGING = 8, ABORT_DIGGING = 9, USE_ON_BLOCK = 10, USE_ON_ENTITY = 11, USE_ITEM = 12, RESET_CHARGE = 13;

    /** What a deed came to, as a client has it. */
    public static final int SUCCESS = 0, CONSUME = 1, PASS = 2, FAIL = 3;

    /**
     * Carries out a deed: SELECT to RESET_CHARGE, by hand 0 or 1, with a slot or an entity's id, on a side of a block, at a
     * point of it. Returns SUCCESS to FAIL.
     */
    public int carryOut(int kind, int hand, int number, int x, int y, int z, int side, double pointX, double pointY, double pointZ) {
        return carryOut(this.handle, kind, hand, number, x, y, z, side, pointX, pointY, pointZ);
    }

    /** The share of a block that a tick digs with what the main hand holds. */
    public float breakingDelta(int x, int y, int z) {
        return breakingDelta(this.handle, x, y, z);
    }

    /** Blocks that have changed in this tick so far and were not told by this yet; they are the first of {@link #changes}. */
    public int[] freshChanges() {
        return freshChanges(this.handle);
    }

    /** Bits of {@link #beginMove}. */
    public static final int SWIMS = 1, SUBMERGED = 1 << 1;

    /** The player's move begins: what it is in was looked at. Returns a sum of SWIMS and SUBMERGED, as its legs have it. */
    public int beginMove() {
        return beginMove(this.handle);
    }

    /** The player moves by what its legs do, and the tick ends. */
    public void endTick(float forward, float sideways, boolean jumping, boolean sneaking, boolean sprinting) {
        endTick(this.handle, forward, sideways, jumping, sneaking, sprinting);
    }

    /** What was done in the last tick: deeds with what came of them, and the steps. */
    public String done() {
        return done(this.handle);
    }

    @Override
    public void close() {
        close(this.handle);
        this.handle = 0;
    }

    private static native void bind();

    private static native long begin(String sequence);

    private static native long open(long seed, int radius, int latency, String save, double[] at);

    private static native void close(long handle);

    private static native long ticks(long handle);

    private static native void player(long handle, double[] out);

    private static native void facts(long handle, int[] out);

    private static native int[] effectsAtWork(long handle);

    private static native void inventory(long handle, int[] out);

    private static native void menu(long handle, int[] out);

    private static native int[] properties(long handle);

    private static native int[] enchantmentsOf(long handle, int where, int place);

    private static native int entityCount(long handle);

    private static native void entities(long handle, int[] ints, double[] doubles);

    private static native int[] loaded(long handle);

    private static native int[] unloaded(long handle);

    private static native int column(long handle, int x, int z, int[] rawIds, int count, ByteBuffer out);

    private static native int block(long handle, int x, int y, int z);

    private static native int biome(long handle, int x, int y, int z);

    private static native int[] changes(long handle);

    private static native String[] events(long handle);

    private static native String[] statisticNames(long handle);

    private static native int[] statisticCounts(long handle);

    private static native int carried(long handle, String item);

    private static native void tick(
            long handle,
            int keys, float yaw, float pitch, int hotbar, int screen,
            int clickMode, int clickSlot, int clickButton, int button,
            boolean respawns, boolean statistics, String chat, String rename, int[] presses);

    private static native int[] controls(long handle);

    private static native void look(long handle, float yaw, float pitch);

    private static native void askStatistics(long handle);

    private static native boolean operate(long handle, String line);

    private static native void comeBack(long handle);

    private static native void closeWindow(long handle);

    private static native void click(long handle, int mode, int slot, int ofClick, int button);

    private static native int carryOut(
            long handle, int kind, int hand, int number, int x, int y, int z, int side, double pointX, double pointY, double pointZ);

    private static native float breakingDelta(long handle, int x, int y, int z);

    private static native int[] freshChanges(long handle);

    private static native int beginMove(long handle);

    private static native void endTick(
            long handle, float forward, float sideways, boolean jumping, boolean sneaking, boolean sprinting);

    private static native String done(long handle);
}
