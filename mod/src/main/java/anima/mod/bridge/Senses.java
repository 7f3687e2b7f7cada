package anima.mod.bridge;

/**
 * Tells what is: the player, what it carries, the open menu, what is around. Rust keeps what was told last.
 *
 * <p>All throw {@link IllegalStateException} if no world is entered. Lengths are in blocks, speeds in blocks per tick,
 * angles in degrees, health in half hearts.
 */
public final class Senses {
    /** {@link #stance}: stands on something. */
    public static final int ON_GROUND = 1;
    /** {@link #stance}: touches water. */
    public static final int IN_WATER = 1 << 1;
    /** {@link #stance}: eyes below water. */
    public static final int SUBMERGED = 1 << 2;
    /** {@link #stance}: touches lava. */
    public static final int IN_LAVA = 1 << 3;
    /** {@link #stance}: in the swimming pose, crawling included ({@code isInSwimmingPose}). */
    public static final int SWIMMING = 1 << 4;
    /** {@link #stance}: in the crouching pose ({@code isInSneakingPose}). */
    public static final int SNEAKING = 1 << 5;
    /** {@link #stance}: sprints. */
    public static final int SPRINTING = 1 << 6;
    /** {@link #stance}: on a ladder or the like ({@code isClimbing}). */
    public static final int CLIMBING = 1 << 7;
    /** {@link #stance}: burns. */
    public static final int ON_FIRE = 1 << 8;
    /** {@link #stance}: walked into something in the last tick ({@code horizontalCollision}). */
    public static final int COLLIDED = 1 << 9;
    /** {@link #stance}: eats, draws a bow, blocks ({@code isUsingItem}). */
    public static final int USING_ITEM = 1 << 10;
    /** {@link #stance}: is dead. */
    public static final int DEAD = 1 << 11;
    /** {@link #stance}: the forward key moved it in the last tick, at the full speed of walking. */
    public static final int WALKING = 1 << 12;

    /** {@link #world}: no rain. */
    public static final int CLEAR = 0;
    /** {@link #world}: rain or snow. */
    public static final int RAIN = 1;
    /** {@link #world}: a thunderstorm. */
    public static final int THUNDER = 2;

    /** {@link #screen}: none, keys move the player. */
    public static final int SCREEN_NONE = 0;
    /** {@link #screen}: the player's inventory. */
    public static final int SCREEN_INVENTORY = 1;
    /** {@link #screen}: a menu of the world whose contents have arrived. */
    public static final int SCREEN_CONTAINER = 2;
    /** {@link #screen}: the death screen. */
    public static final int SCREEN_DEATH = 3;
    /** {@link #screen}: any other, or a menu of the world whose contents have not arrived; also in bed. */
    public static final int SCREEN_OTHER = 4;

    /** {@link #menu}: the player's own, which has no raw id. */
    public static final int MENU_PLAYER = -1;
    /** {@link #menu}: one that has no raw id and is not the player's own, as that of the creative inventory. */
    public static final int MENU_OTHER = -2;

    /** How many entities are kept. */
    public static final int MOST_ENTITIES = 512;
    /** {@link EntityState#flags}: young. */
    public static final int ENTITY_BABY = 1;
    /** {@link EntityState#flags}: burns. */
    public static final int ENTITY_ON_FIRE = 1 << 1;
    /** {@link EntityState#flags}: a creeper about to explode ({@code getFuseSpeed() > 0} or ignited). */
    public static final int ENTITY_FUSE_LIT = 1 << 2;
    /** {@link EntityState#flags}: a shorn sheep. */
    public static final int ENTITY_SHEARED = 1 << 3;
    /** {@link EntityState#flags}: stands on something. */
    public static final int ENTITY_ON_GROUND = 1 << 4;
    /** {@link EntityState#flags}: raises its arms or its bow at someone ({@code isAttacking}). */
    public static final int ENTITY_AGGRESSIVE = 1 << 5;
    /** {@link EntityState#flags}: is dying ({@code deathTime > 0}). */
    public static final int ENTITY_DYING = 1 << 7;
    /** {@link EntityState#flags}: flashes red ({@code hurtTime > 0}). */
    public static final int ENTITY_HURT = 1 << 8;
    /** {@link EntityState#flags}: uses what it holds, draws its bow ({@code isUsingItem}). */
    public static final int ENTITY_USING_ITEM = 1 << 9;
    /** {@link EntityState#flags}: tamed, by whomever ({@code isTamed}). */
    public static final int ENTITY_TAME = 1 << 10;
    /** {@link EntityState#flags}: sits, as a tame animal that was told to ({@code isInSittingPose}). */
    public static final int ENTITY_SITTING = 1 << 11;

    private final long handle;

    Senses(long handle) {
        this.handle = handle;
    }

    /**
     * Where the player is and how fast it moves. Must be told before all else of the player, and before the first tick.
     *
     * @param x feet centre, and so {@code y} and {@code z}
     * @param velocityX {@code getVelocity}, and so the other two
     */
    public void place(double x, double y, double z, double velocityX, double velocityY, double velocityZ) {
        place(this.handle, x, y, z, velocityX, velocityY, velocityZ);
    }

    /**
     * Where the player looks, and the size of its body.
     *
     * @param yaw as it is, not wrapped
     * @param eyeHeight eyes above feet, now ({@code getStandingEyeHeight})
     * @param height of the body's box, now
     */
    public void look(float yaw, float pitch, float eyeHeight, float height) {
        look(this.handle, yaw, pitch, eyeHeight, height);
    }

    /**
     * How the player stands and moves.
     *
     * @param flags a sum of ON_GROUND to WALKING
     * @param doubleTap {@code ticksLeftToDoubleTapSprint}
     */
    public void stance(int flags, int doubleTap) {
        stance(this.handle, flags, doubleTap);
    }

    /**
     * What keeps the player alive.
     *
     * @param food half drumsticks
     * @param air ticks, 300 full, below 0 drowning
     */
    public void vitals(float health, int food, float saturation, int air) {
        vitals(this.handle, health, food, saturation, air);
    }

    /**
     * The player's experience.
     *
     * @param progress share of the next level, 0..1
     */
    public void experience(int level, float progress) {
        experience(this.handle, level, progress);
    }

    /**
     * How far the player's hands are.
     *
     * @param attackCharge {@code getAttackCooldownProgress(0)}
     * @param digProgress of the block being dug, 0..1; 0 for none
     */
    public void hands(float attackCharge, float digProgress) {
        hands(this.handle, attackCharge, digProgress);
    }

    /**
     * All effects at work on the player, in place of those told before.
     *
     * @param effects three numbers for each: raw id, amplifier from 0, ticks left (-1 without end)
     * @param count how many effects, so that the array may be longer
     */
    public void effects(int[] effects, int count) {
        effects(this.handle, effects, count);
    }

    /**
     * Time, weather and difficulty.
     *
     * @param timeOfDay {@code World.getTimeOfDay}, of any day
     * @param weather CLEAR, RAIN or THUNDER
     * @param peaceful whether the difficulty is peaceful
     */
    public void world(long timeOfDay, int weather, boolean peaceful) {
        world(this.handle, timeOfDay, weather, peaceful);
    }

    /**
     * The player's game mode has changed, or what kind of world it is.
     *
     * @param mode {@code GameMode.getId}
     * @param hardcore whether death is the end in this world
     */
    public void mode(int mode, boolean hardcore) {
        mode(this.handle, mode, hardcore);
    }

    /**
     * The light at the player's eyes has changed: {@code World.getLightLevel} of each {@code LightType}.
     *
     * @param sky 0..15, before night and weather take of it
     * @param block 0..15
     */
    public void light(int sky, int block) {
        light(this.handle, sky, block);
    }

    /**
     * The server has answered with statistics: those that have changed since it was asked before. Rust keeps the others,
     * in another dimension of the same game, too. Those that 1.19.4 does not have are left out.
     *
     * @param names {@code Stat.getName}, as {@code minecraft.mined:minecraft.oak_log}
     * @param counts what each is now
     */
    public void statistics(String[] names, int[] counts) {
        statistics(this.handle, names, counts);
    }

    /**
     * A slot of the player's inventory has changed.
     *
     * @param slot 0..8 hot bar, 9..35 main, 36..39 armour from the feet up, 40 off hand
     */
    public void inventory(int slot, int item, int count, int damage, int[] enchantments) {
        inventory(this.handle, slot, item, count, damage, enchantments);
    }

    /** The hot bar slot in the hand, 0..8, has changed. */
    public void selected(int slot) {
        selected(this.handle, slot);
    }

    /**
     * Another menu is open, or the player's own again; all its slots are empty until they are told.
     *
     * @param menu raw id of its {@code ScreenHandlerType}, MENU_PLAYER or MENU_OTHER
     * @param slots how many slots it has
     */
    public void menu(int menu, int slots) {
        menu(this.handle, menu, slots);
    }

    /** A slot of the open menu has changed; slots are numbered as the menu numbers them. */
    public void slot(int slot, int item, int count, int damage, int[] enchantments) {
        slot(this.handle, slot, item, count, damage, enchantments);
    }

    /** What the mouse holds has changed. */
    public void cursor(int item, int count, int damage, int[] enchantments) {
        cursor(this.handle, item, count, damage, enchantments);
    }

    /** A number that the server sends for the open menu has changed (progress of a furnace, costs ...). */
    public void property(int index, int value) {
        property(this.handle, index, value);
    }

    /**
     * Which screen is open, SCREEN_NONE to SCREEN_OTHER. Told after {@link #menu} and its slots, so that
     * SCREEN_CONTAINER means that they have arrived.
     */
    public void screen(int screen) {
        screen(this.handle, screen);
    }

    /**
     * An entity other than the player is there, or has changed. Its item stays as it was, none at first.
     *
     * <p>No more than MOST_ENTITIES are kept: those that are gone are told before those that are new.
     */
    public void entity(EntityState state) {
        entity(
                this.handle, state.id, state.type, state.x, state.y, state.z,
                state.velocityX, state.velocityY, state.velocityZ,
                state.yaw, state.width, state.height, state.health, state.flags, state.variant);
    }

    /** What an item entity is, or what a mob holds in its main hand, has changed. Nothing happens for unknown ids. */
    public void entityItem(int id, int item, int count, int damage, int[] enchantments) {
        entityItem(this.handle, id, item, count, damage, enchantments);
    }

    /**
     * An animal shows hearts (entity status 18), told before {@link #entity} of the same tick. The game tells a client
     * nothing else of an animal that falls in love.
     */
    public void hearts(int id) {
        hearts(this.handle, id);
    }

    /** An entity is gone. Nothing happens for unknown ids. */
    public void entityGone(int id) {
        entityGone(this.handle, id);
    }

    /** The cross-hair is on nothing. */
    public void targetNothing() {
        targetNothing(this.handle);
    }

    /**
     * The cross-hair is on a block within reach.
     *
     * @param face {@code Direction.getId}: 0 down, 1 up, 2 north, 3 south, 4 west, 5 east
     * @param pointX where it meets the block
     */
    public void targetBlock(int x, int y, int z, int face, double pointX, double pointY, double pointZ) {
        targetBlock(this.handle, x, y, z, face, pointX, pointY, pointZ);
    }

    /** The cross-hair is on an entity within reach. */
    public void targetEntity(int id) {
        targetEntity(this.handle, id);
    }

    private static native void place(
            long handle, double x, double y, double z, double velocityX, double velocityY, double velocityZ);

    private static native void look(long handle, float yaw, float pitch, float eyeHeight, float height);

    private static native void stance(long handle, int flags, int doubleTap);

    private static native void vitals(long handle, float health, int food, float saturation, int air);

    private static native void experience(long handle, int level, float progress);

    private static native void hands(long handle, float attackCharge, float digProgress);

    private static native void effects(long handle, int[] effects, int count);

    private static native void world(long handle, long timeOfDay, int weather, boolean peaceful);

    private static native void mode(long handle, int mode, boolean hardcore);

    private static native void light(long handle, int sky, int block);

    private static native void statistics(long handle, String[] names, int[] counts);

    private static native void inventory(long handle, int slot, int item, int count, int damage, int[] enchantments);

    private static native void selected(long handle, int slot);

    private static native void menu(long handle, int menu, int slots);

    private static native void slot(long handle, int slot, int item, int count, int damage, int[] enchantments);

    private static native void cursor(long handle, int item, int count, int damage, int[] enchantments);

    private static native void property(long handle, int index, int value);

    private static native void screen(long handle, int screen);

    private static native void entity(
            long handle,
            int id, int type,
            double x, double y, double z,
            double velocityX, double velocityY, double velocityZ,
            float yaw, float width, float height, float health,
            int flags, int variant);

    private static native void entityItem(long handle, int id, int item, int count, int damage, int[] enchantments);

    private static native void hearts(long handle, int id);

    private static native void entityGone(long handle, int id);

    private static native void targetNothing(long handle);

    private static native void targetBlock(
            long handle, int x, int y, int z, int face, double pointX, double pointY, double pointZ);

    private static native void targetEntity(long handle, int id);
}
