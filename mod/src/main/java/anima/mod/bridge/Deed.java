package anima.mod.bridge;

/** One thing that the hands of a body do. Made once and filled anew by each {@link Hands#next}. */
public final class Deed {
    /** {@link #kind}: nothing more in this tick. */
    public static final int NONE = 0;
    /** {@link #kind}: select the slot of the hot bar that {@link #number} says. */
    public static final int SELECT = 1;
    /** {@link #kind}: swap what the hands hold. */
    public static final int SWAP_HANDS = 2;
    /** {@link #kind}: drop one of what the main hand holds; done if there was one. */
    public static final int DROP_ONE = 3;
    /** {@link #kind}: let go of what is in use. */
    public static final int RELEASE_ITEM = 4;
    /** {@link #kind}: strike the entity with the id {@link #number}. */
    public static final int ATTACK = 5;
    /** {@link #kind}: swing the hand. */
    public static final int SWING = 6;
    /** {@link #kind}: begin to dig the block. */
    public static final int START_DIGGING = 7;
    /** {@link #kind}: the block is dug. */
    public static final int STOP_DIGGING = 8;
    /** {@link #kind}: give up the block. */
    public static final int ABORT_DIGGING = 9;
    /** {@link #kind}: use the hand on the block that is aimed at. */
    public static final int USE_ON_BLOCK = 10;
    /** {@link #kind}: use the hand on the entity that is aimed at. */
    public static final int USE_ON_ENTITY = 11;
    /** {@link #kind}: use what the hand holds. */
    public static final int USE_ITEM = 12;
    /** {@link #kind}: set the charge of the next hit back, as a client does by itself. */
    public static final int RESET_CHARGE = 13;

    static final int AT_KIND = 0;
    static final int AT_HAND = 1;
    static final int AT_NUMBER = 2;
    static final int AT_X = 3;
    static final int AT_Y = 4;
    static final int AT_Z = 5;
    static final int AT_SIDE = 6;
    static final int NUMBERS = 7;

    final int[] numbers = new int[NUMBERS];

    /** NONE to RESET_CHARGE. */
    public int kind() {
        return this.numbers[AT_KIND];
    }

    /** Whether the off hand does it. */
    public boolean isOffHand() {
        return this.numbers[AT_HAND] != 0;
    }

    /** A slot of the hot bar, or the id of an entity. */
    public int number() {
        return this.numbers[AT_NUMBER];
    }

    /** The block. */
    public int x() {
        return this.numbers[AT_X];
    }

    /** The block. */
    public int y() {
        return this.numbers[AT_Y];
    }

    /** The block. */
    public int z() {
        return this.numbers[AT_Z];
    }

    /** The side of the block: the id of a {@code Direction}. */
    public int side() {
        return this.numbers[AT_SIDE];
    }
}
