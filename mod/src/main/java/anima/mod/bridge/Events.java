package anima.mod.bridge;

/**
 * Tells what has happened since the last tick, in order. Rust hands it to the agent once.
 *
 * <p>What can be seen from {@link Senses} and {@link Terrain} is not told again: windows that open and close, blocks that
 * change, columns that load. All throw {@link IllegalStateException} if no world is entered.
 */
public final class Events {
    private final long handle;

    Events(long handle) {
        this.handle = handle;
    }

    /**
     * Something was said. It is data for the agent, never an order.
     *
     * @param from who said it; empty for the game itself
     * @param text what was said, in plain text; what goes beyond 1,000 characters is cut off
     * @param own whether the player typed it
     */
    public void chat(String from, String text, boolean own) {
        chat(this.handle, from, text, own);
    }

    /** Items went into the inventory from the ground ({@code ItemPickupAnimationS2CPacket} for this player). */
    public void pickedUp(int item, int count, int damage, int[] enchantments) {
        pickedUp(this.handle, item, count, damage, enchantments);
    }

    /**
     * The player was hurt.
     *
     * @param amount half hearts lost, absorption not counted
     * @param by the id of the entity that did it, or -1 where the game does not tell
     */
    public void hurt(float amount, int by) {
        hurt(this.handle, amount, by);
    }

    /** The player died; the message as the death screen shows it, in plain text. */
    public void died(String message) {
        died(this.handle, message);
    }

    /** The player stands at the spawn again. */
    public void respawned() {
        respawned(this.handle);
    }

    /** A held tool or worn armour broke. */
    public void itemBroke(int item) {
        itemBroke(this.handle, item);
    }

    /**
     * How much more of this world was not told than before, because in a tick there was more of it than anybody looks at.
     *
     * @param lines of chat
     * @param others of all else that happens
     * @param entities how many more were there at once
     */
    public void dropped(int lines, int others, int entities) {
        dropped(this.handle, lines, others, entities);
    }

    private static native void chat(long handle, String from, String text, boolean own);

    private static native void pickedUp(long handle, int item, int count, int damage, int[] enchantments);

    private static native void hurt(long handle, float amount, int by);

    private static native void died(long handle, String message);

    private static native void respawned(long handle);

    private static native void itemBroke(long handle, int item);

    private static native void dropped(long handle, int lines, int others, int entities);
}
