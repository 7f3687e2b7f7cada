package anima.mod.bridge;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What all agents of a process share: the running game's ids, the settings, the log. A client has one, and so has a
 * server. Open it on the thread that ticks the game, which is then the only caller of all that comes of it.
 */
public final class Host implements AutoCloseable {
    private final long handle;
    private final Config config;

    private Host(long handle) {
        this.handle = handle;
        this.config = new Config(handle);
    }

    /**
     * Opens a host: reads the settings, opens the log, translates the registries. Takes some ten milliseconds.
     *
     * <p>A settings file that is not there is written with the defaults and a comment for each key; one that cannot be
     * written is a warning. A settings file that is wrong keeps the defaults and is a warning that names its line; the
     * warning is also what {@link Config#problem} returns. A log that cannot be written is a warning, too.
     *
     * @param config the game's configuration folder; {@code anima.toml} is in it
     * @param game the game's folder; the log is {@code logs/anima.log} in it, the four before it are kept beside it. A
     *     second host on the same folder, of this or another process, writes {@code logs/anima-2.log}, and so on
     */
    public static Host open(Path config, Path game, Registries registries) {
        Objects.requireNonNull(registries, "registries");
        Host host = new Host(open(config.toAbsolutePath().toString(), game.toAbsolutePath().toString()));
        host.registries(registries);
        return host;
    }

    /**
     * Ends it: with the last of its bodies the log is closed. Every later call on it throws
     * {@link IllegalStateException}, this one too.
     */
    @Override
    public void close() {
        close(this.handle);
    }

    /** The settings. */
    public Config config() {
        return this.config;
    }

    /**
     * The game has other raw ids now than when the host was opened. Everything that was told of worlds is forgotten but
     * for the statistics, and has to be told again; a goal goes on when the blocks around the body are there. Takes some
     * ten milliseconds.
     */
    public void registries(Registries registries) {
        registries(
                this.handle,
                registries.blockStates(),
                registries.shapes(),
                registries.hardnesses(),
                registries.tools(),
                registries.items(),
                registries.entityTypes(),
                registries.monsters(),
                registries.enchantments(),
                registries.effects(),
                registries.menus());
    }

    /**
     * The blocks of a world or dimension, of which nothing is told yet; all bodies that are in it share them.
     *
     * @param bottomY {@code World.getBottomY}, a multiple of 16
     * @param height {@code World.getHeight}, a multiple of 16; what lies below -64 or above 319 is not looked at
     * @param biomes the names of the game's biomes, the place is the raw id
     */
    public Terrain terrain(int bottomY, int height, String[] biomes) {
        return new Terrain(terrain(this.handle, bottomY, height, biomes));
    }

    /** One more agent, which is in no world yet. */
    public Body body() {
        return new Body(body(this.handle));
    }

    /**
     * The log's lines from {@code info} up that came since the last call, for the game's own log: the first character
     * of each is its level, {@code I}, {@code W} or {@code E}, the rest is the text. Null if there is none, which
     * allocates nothing, so that it can be asked in every tick.
     */
    public String[] takeLog() {
        return takeLog(this.handle);
    }

    private static native long open(String config, String game);

    private static native void registries(
            long handle,
            String[] blockStates,
            byte[] shapes,
            float[] hardnesses,
            byte[] tools,
            String[] items,
            String[] entityTypes,
            boolean[] monsters,
            String[] enchantments,
            String[] effects,
            String[] menus);

    private static native long terrain(long handle, int bottomY, int height, String[] biomes);

    private static native long body(long handle);

    private static native String[] takeLog(long handle);

    private static native void close(long handle);
}
