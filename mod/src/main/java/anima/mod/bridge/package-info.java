/**
 * The native side of Anima, as Java sees it: what the game shows goes in, what the hands are to do comes out.
 *
 * <p>These classes know nothing of Minecraft; they take numbers, strings and direct buffers. Each class with native
 * methods has one Rust file of the same name in {@code native/bridge/src/natives}; the library binds the methods itself
 * when it is loaded, so a signature that has drifted fails there and not in the middle of a game.
 *
 * <p><b>Order.</b> {@link anima.mod.bridge.NativeLibrary#load} once, {@link anima.mod.bridge.Session#open} once the
 * registries are filled, {@link anima.mod.bridge.Session#enterWorld} for each world or dimension, then in each client
 * tick what has changed ({@link anima.mod.bridge.Terrain}, {@link anima.mod.bridge.Senses},
 * {@link anima.mod.bridge.Events}) and at last {@link anima.mod.bridge.Session#tick}. {@link anima.mod.bridge.Session#looks}
 * begins each such tick and says whether what is around is told at all: it is for goals only. Rust remembers all that was told,
 * so only changes need to be told.
 *
 * <p><b>Worlds.</b> What was told belongs to the world that is entered and is forgotten with it. What the agent has seen
 * is kept by the world's name and its dimension, in memory only: for the session, and of a few places.
 *
 * <p><b>Threads.</b> A session belongs to the thread that opened it, the client's; every call from another one is an
 * {@link IllegalStateException}. Rust never calls into the game, and never waits for a model or a file in a tick.
 *
 * <p><b>Errors</b> are the same everywhere:
 * <ul>
 * <li>{@link NullPointerException}: something that must be there is null; nothing has changed.</li>
 * <li>{@link IllegalArgumentException}: a number or text that cannot be, named in the message; nothing has changed.</li>
 * <li>{@link IllegalStateException}: the session is closed, was opened by another thread, or no world is entered.</li>
 * <li>{@link anima.mod.bridge.BridgePanic}: a mistake of ours. It is in the log with its backtrace, the agent has
 * stopped and its goal is gone; let go of all keys. The session lives on and takes a new goal.</li>
 * </ul>
 *
 * <p><b>Ids.</b> Block states, items, entity types, enchantments, status effects and menus go by the raw ids of the
 * running game, as {@link anima.mod.bridge.Registries} listed them when the session was opened; biomes by those of the
 * connection, as listed when the world was entered. What 1.19.4 does not have is replaced by something harmless once,
 * there.
 *
 * <p><b>Item stacks</b> are always four arguments: raw id of the item; count, 0 for an empty slot (the rest is then not
 * looked at); damage; and the enchantments as pairs of raw id and level in one array, null for none.
 */
package anima.mod.bridge;
