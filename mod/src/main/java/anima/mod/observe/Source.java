package anima.mod.observe;

import net.minecraft.entity.Entity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.util.hit.HitResult;
import net.minecraft.world.GameMode;
import net.minecraft.world.World;

/**
 * Where the {@link Observation} of one body is read from: the client that a person plays in, or a server that has the
 * body itself. What the two have in different places, or one of them not at all, is asked for here; all the rest is read
 * from the world and the player, which are the same classes on both sides.
 */
public interface Source {
    /** The world that the body is in. */
    World world();

    /** The body. */
    PlayerEntity player();

    /** All entities that the body could be shown, itself too, always in the same order. */
    Iterable<? extends Entity> entities();

    /** What the cross-hair is on, a new object at every look. */
    HitResult target();

    /** The body's game mode. */
    GameMode mode();

    /** Whether the forward key moved the body in the last tick, at the full speed of walking. */
    boolean isWalking();

    /** Ticks in which another press of the forward key starts a sprint. */
    int doubleTapTicks();

    /** How far the block is dug that is being dug, 0 to 1; 0 for none. */
    float digProgress();

    /** Which screen is open, one of {@code SCREEN_} of {@link anima.mod.bridge.Senses}. */
    int screen();
}
