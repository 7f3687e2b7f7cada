/**
 * The native side of Anima, as Java sees it: what the game shows goes in, what the hands are to do comes out.
 *
 * <p>These classes know nothing of Minecraft; they take numbers, strings and direct buffers. Each class with native
 * methods has one Rust file of the same name in {@code native/bridge/src/natives}; the library binds the methods itself
 * when it is loaded, so a signature that has drifted fails there and not in the middle of a game.
 *
 * <p><b>Order.</b> {@link anima.mod.bridge.NativeLibrary#load} once, {@link anima.mod.bridge.Host#open} once the
 * registries are filled, {@link anima.mod.bridge.Host#body} for each agent, {@link anima.mod.bridge.Host#terrain} for each
 * world or dimension and {@link anima.mod.bridge.Body#enterWorld} for each body in it, then in each tick of the game what
 * has changed ({@link anima.mod.bridge.Senses}, {@link anima.mod.bridge.Events}, {@link anima.mod.bridge.Terrain}) and at
 * last {@link anima.mod.bridge.Body#tick}. {@link anima.mod.bridge.Body#looks} begins each such tick of a body and says
 * whether what is around is told at all: it is for goals only. Rust remembers all that was told, so only changes need to
 * be told.
 *
 * <p><b>Worlds.</b> What was told belongs to the world that is entered and is forgotten with it. What the agent has seen
 * is kept by the world's name and its dimension, in memory only: for as long as the body lasts, and of a few places.
 *
 * <p><b>Threads.</b> A host and all that comes of it belong to the thread that opened it, which ticks the game; every call from another one is an
 * {@link IllegalStateException}. Rust never calls into the game, and never waits for a model or a file in a tick.
 *
 * <p><b>Errors</b> are the same everywhere:
 * <ul>
 * <li>{@link NullPointerException}: something that must be there is null; nothing has changed.</li>
 * <li>{@link IllegalArgumentException}: a number or text that cannot be, named in the message; nothing has changed.</li>
 * <li>{@link IllegalStateException}: what is called is closed or was opened by another thread, or the body is in no world.</li>
 * <li>{@link anima.mod.bridge.BridgePanic}: a mistake of ours. It is in the log with its backtrace, the agent has
 * stopped and its goal is gone; let go of all keys. The body lives on and takes a new goal, and no
 * other body is concerned, unless the mistake was made in what they share.</li>
 * </ul>
 *
 * <p><b>Ids.</b> Block states, items, entity types, enchantments, status effects and menus go by the raw ids of the
 * running game, as {@link anima.mod.bridge.Registries} listed them when the host was opened; biomes by those of the
 * connection, as listed with the terrain. What 1.19.4 does not have is replaced by something harmless once,
 * there.
 *
 * <p><b>Item stacks</b> are always four arguments: raw id of the item; count, 0 for an empty slot (the rest is then not
 * looked at); damage; and the enchantments as pairs of raw id and level in one array, null for none.
 */
package anima.mod.bridge;
