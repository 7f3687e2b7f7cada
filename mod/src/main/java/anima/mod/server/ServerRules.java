package anima.mod.server;

import anima.mod.PlainText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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

    /** The rules where those of the file cannot be read: nobody may. */
    public static final ServerRules CLOSED = new ServerRules(false, 4, false, 1000);

    private static final List<String> KEYS = List.of("pause", "pause.permission-level", "pause.with-others", "pause.limit-seconds");
    /** Why those of the file could not be read last; null if they could. */
    private static volatile String problem;

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

    /**
     * Reads the file in the configuration folder.
     *
     * @throws IOException if it cannot be read or holds what is no rule; the message names the file, the line and what to do
     */
    public static ServerRules read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (Files.notExists(file)) { // For sure: one that may not be looked at is read below, which says so.
            Files.createDirectories(folder);
            Files.writeString(file, TEXT);
            return DEFAULT;
        }
        Map<String, Value> keys = keys(file);
        return new ServerRules(
            flag(keys, "pause", DEFAULT.pause),
            (int) number(keys, "pause.permission-level", DEFAULT.permissionLevel, 0, 4),
            flag(keys, "pause.with-others", DEFAULT.withOthers),
            1000 * number(keys, "pause.limit-seconds", DEFAULT.limitMillis / 1000, 1, 3600));
    }

    /** As {@link #read}; where they cannot be read nobody may, for what was meant to be forbidden must not be allowed. */
    static ServerRules readOrClosed(Path folder, Consumer<String> tell) {
        problem = null;
        try {
            return read(folder);
        } catch (IOException e) {
            problem = "nobody may pause this server, for its rules cannot be read: " + e.getMessage();
            tell.accept(problem);
            return CLOSED;
        }
    }

    /** What is wrong with the file of the server in this process; null if nothing is. */
    public static String problem() {
        return problem;
    }

    /** What stands behind a key, and where: the beginning of a message about it. */
    private record Value(String text, String where) {
    }

    /** The keys of the file with their values. */
    private static Map<String, Value> keys(Path file) throws IOException {
        if (!Files.isRegularFile(file)) { // It might be a pipe, from which nothing ever comes, or a device without end.
            throw new IOException(file + " is no file; put it away, and one with the defaults is written at the next start");
        }
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " may not be read; allow the server to read it", e);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not UTF-8 text; save it as UTF-8 in an editor", e);
        }
        Map<String, Value> keys = new HashMap<>();
        for (int line = 1; line <= lines.size(); line++) {
            String text = lines.get(line - 1).strip();
            if (text.isEmpty() || text.startsWith("#") || text.startsWith("!")) {
                continue;
            }
            int end = text.indexOf('=');
            String key = end < 0 ? text : text.substring(0, end).strip();
            String where = file + ", line " + line + ": ";
            if (end < 0 || !KEYS.contains(key)) {
                throw new IOException(where + "there is no rule " + PlainText.of(key) + "; there are " + String.join(", ", KEYS));
            }
            if (keys.put(key, new Value(text.substring(end + 1).strip(), where)) != null) {
                throw new IOException(where + key + " stands there twice; leave one out");
            }
        }
        return keys;
    }

    private static boolean flag(Map<String, Value> keys, String key, boolean standard) throws IOException {
        Value value = keys.get(key);
        if (value == null) {
            return standard;
        }
        if (!value.text.equals("true") && !value.text.equals("false")) {
            throw new IOException(value.where + key + " must be true or false, not " + PlainText.of(value.text));
        }
        return value.text.equals("true");
    }

    private static long number(Map<String, Value> keys, String key, long standard, long least, long most) throws IOException {
        Value value = keys.get(key);
        if (value == null) {
            return standard;
        }
        try {
            long number = Long.parseLong(value.text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IOException(value.where + key + " must be a number from " + least + " to " + most + ", not " + PlainText.of(value.text));
    }
}
