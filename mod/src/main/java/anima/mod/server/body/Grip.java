package anima.mod.server.body;

import anima.mod.bridge.Turn;

/**
 * What becomes of the keys of a turn: the hand machine of a server body. It says what is done and keeps what a client's
 * hands and legs would remember from tick to tick, which no server knows.
 */
public interface Grip {
    /** Does what a turn says, just before the world's tick for which it was decided. */
    void apply(Turn turn, ServerBody body);

    /** Whether the forward key moved the body in the last tick, at the full speed of walking. */
    boolean isWalking();

    /** Ticks in which another press of the forward key starts a sprint. */
    int doubleTapTicks();

    /** How far the block is dug that is being dug, 0 to 1; 0 for none. */
    float digProgress();

    /** Whether the player's own inventory counts as open: a server is not told. */
    boolean hasInventoryOpen();
}
