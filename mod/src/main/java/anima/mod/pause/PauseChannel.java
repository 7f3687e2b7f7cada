package anima.mod.pause;

import net.minecraft.util.Identifier;

/**
 * How a client asks a server that has the mod, too, to stand still.
 *
 * <p>To the server: a boolean, whether the player's agent thinks, and an int, for how many milliseconds at most. To the
 * client, in answer and whenever it changes: a boolean, whether this player holds the server's gate.
 */
public final class PauseChannel {
    /** The channel, both ways. */
    public static final Identifier ID = new Identifier("anima", "pause");

    private PauseChannel() {
    }
}
