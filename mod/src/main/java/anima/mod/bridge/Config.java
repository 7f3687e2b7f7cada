package anima.mod.bridge;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings: one file, {@code anima.toml} in the configuration folder, which {@code anima --config} reads as well.
 *
 * <p>The mod reads its own keys here (those that begin with {@code game.}), and a config screen shows and changes all.
 */
public final class Config {
    /**
     * A key and its value.
     *
     * @param name as {@code game.watchdog_s}
     * @param kind {@code bool}, {@code int}, {@code float}, {@code text}, or {@code choice} followed by what may be
     *     chosen, separated by blanks
     * @param value as text; true, a number, a word
     * @param standard the default, as text
     * @param help what it is for, in one line
     */
    public record Key(String name, String kind, String value, String standard, String help) {}

    private final long handle;

    Config(long handle) {
        this.handle = handle;
    }

    /** Every key, in the order of the file. */
    public List<Key> keys() {
        String[] parts = keys(this.handle);
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 5) {
            keys.add(new Key(parts[i], parts[i + 1], parts[i + 2], parts[i + 3], parts[i + 4]));
        }
        return keys;
    }

    /**
     * The value of a key, as text.
     *
     * @throws IllegalArgumentException if there is no such key
     */
    public String value(String key) {
        return value(this.handle, key);
    }

    /** The value of a {@code bool} key. */
    public boolean isOn(String key) {
        return Boolean.parseBoolean(this.value(key));
    }

    /** The value of an {@code int} or {@code float} key. */
    public double number(String key) {
        return Double.parseDouble(this.value(key));
    }

    /**
     * Sets a key and writes the file; comments and other keys in it stay. The agent takes it with its next goal, the mod
     * at once.
     *
     * @return null if it is done, else why not, in words for the player
     */
    public String set(String key, String value) {
        return set(this.handle, key, value);
    }

    /**
     * Reads the file again.
     *
     * @return null if it is read, else what is wrong with it, in words for the player; nothing has changed then
     */
    public String reload() {
        return reload(this.handle);
    }

    /** What was wrong with the file when it was read last, in words for the player; null if nothing. */
    public String problem() {
        return problem(this.handle);
    }

    private static native String[] keys(long handle);

    private static native String value(long handle, String key);

    private static native String set(long handle, String key, String value);

    private static native String reload(long handle);

    private static native String problem(long handle);
}
