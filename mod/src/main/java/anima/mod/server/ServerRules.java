package anima.mod.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Who may make a server stand still, from {@code config/anima-server.properties}, which is written when it is missing.
 *
 * @param pause whether players may at all
 * @param permissionLevel what permission level they need, 0 to 4; the host of a single-player world needs none
 * @param withOthers whether they may while others are on line; for them the world stands still, too, but what they do
 *     themselves (walk, build, hit) still counts
 * @param limitMillis how long one pause may last
 */
public record ServerRules(boolean pause, int permissionLevel, boolean withOthers, long limitMillis) {
    /** The rules of a server that has no file: alone on line a player may pause it. */
    public static final ServerRules DEFAULT = new ServerRules(true, 0, false, 120_000);

    private static final String FILE = "anima-server.properties";
    private static final String TEXT = """
        # May the agent of a player make the worlds stand still while it thinks?
        pause=true
        # The permission level that this takes: 0 everybody, 2 game masters, 4 owners.
        pause.permission-level=0
        # Also while others are on line? For them the world stands still, too, but they can still walk, build and hit.
        pause.with-others=false
        # The longest pause, in seconds.
        pause.limit-seconds=120
        """;

    /** Reads the file in the configuration folder. */
    public static ServerRules read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            Files.createDirectories(folder);
            Files.writeString(file, TEXT);
            return DEFAULT;
        }
        Properties keys = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            keys.load(in);
        } catch (IllegalArgumentException e) { // A \ with a u that four hexadecimal digits do not follow.
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return new ServerRules(
            flag(file, keys, "pause", DEFAULT.pause),
            (int) number(file, keys, "pause.permission-level", DEFAULT.permissionLevel, 0, 4),
            flag(file, keys, "pause.with-others", DEFAULT.withOthers),
            1000 * number(file, keys, "pause.limit-seconds", DEFAULT.limitMillis / 1000, 1, 3600));
    }

    private static boolean flag(Path file, Properties keys, String key, boolean standard) throws IOException {
        String value = keys.getProperty(key, Boolean.toString(standard)).strip();
        if (!value.equals("true") && !value.equals("false")) {
            throw new IOException(file + ": " + key + " must be true or false, not " + value);
        }
        return value.equals("true");
    }

    private static long number(Path file, Properties keys, String key, long standard, long least, long most) throws IOException {
        String value = keys.getProperty(key, Long.toString(standard)).strip();
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IOException(file + ": " + key + " must be a number from " + least + " to " + most + ", not " + value);
    }
}
