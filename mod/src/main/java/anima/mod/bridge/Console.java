package anima.mod.bridge;

import java.util.ArrayList;
import java.util.List;

/**
 * The command line: what the player types after {@code /anima}. Only the player's own keyboard may lead here, never chat.
 *
 * <p>Nothing here waits: a command that takes time answers later, through {@link #takeAnswers}.
 */
public final class Console {
    /** How a line of an answer is meant, for its colour. */
    public enum Tone {
        /** Says how things are. */
        PLAIN,
        /** It worked. */
        GOOD,
        /** It did not, and why. */
        BAD,
        /** What to do next. */
        HINT
    }

    /** A line of an answer. */
    public record Line(Tone tone, String text) {}

    /**
     * A command that is served. Those whose part is not there yet are not listed.
     *
     * @param name the literal, as {@code do}; or several words, as {@code do now}
     * @param argument what follows: empty for nothing, else the name of one argument that takes the rest of the line.
     *     An argument in square brackets may be left out
     * @param help what it does, in one line
     */
    public record Command(String name, String argument, String help) {}

    /**
     * What could be typed.
     *
     * @param start where in the line the texts begin
     * @param texts what could stand from there on
     */
    public record Suggestions(int start, List<String> texts) {}

    private final long handle;

    Console(long handle) {
        this.handle = handle;
    }

    /** The commands that are served; the same for all bodies. */
    public List<Command> commands() {
        String[] parts = commands(this.handle);
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < parts.length; i += 3) {
            commands.add(new Command(parts[i], parts[i + 1], parts[i + 2]));
        }
        return commands;
    }

    /** Runs a line without {@code /anima}, as {@code do obtain 1 iron_pickaxe}. Never throws for what a person can type. */
    public List<Line> run(String line) {
        return lines(run(this.handle, line));
    }

    /** Answers of commands that took their time; empty for most ticks, which allocates nothing. */
    public List<Line> takeAnswers() {
        String[] answers = takeAnswers(this.handle);
        return answers == null ? List.of() : lines(answers);
    }

    /** What could complete a line, at most 50, the likeliest first. */
    public Suggestions suggest(String line) {
        int[] start = new int[1];
        String[] texts = suggest(this.handle, line, start);
        return new Suggestions(start[0], List.of(texts));
    }

    private static List<Line> lines(String[] answers) {
        List<Line> lines = new ArrayList<>(answers.length);
        for (String answer : answers) {
            Tone tone = switch (answer.charAt(0)) {
                case '+' -> Tone.GOOD;
                case '!' -> Tone.BAD;
                case '>' -> Tone.HINT;
                default -> Tone.PLAIN;
            };
            lines.add(new Line(tone, answer.substring(1)));
        }
        return lines;
    }

    private static native String[] commands(long handle);

    private static native String[] run(long handle, String line);

    private static native String[] takeAnswers(long handle);

    private static native String[] suggest(long handle, String line, int[] start);
}
