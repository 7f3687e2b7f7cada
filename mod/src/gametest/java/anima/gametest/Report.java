package anima.gametest;

import java.util.List;

/** What is sent back: versions, what each sequence came to, and all rows of those that differ. */
final class Report {
    private Report() {
    }

    /** Whether every sequence was played and was the same. */
    static boolean isGood(List<Attempt> attempts) {
        return !attempts.isEmpty() && attempts.stream().allMatch(attempt -> attempt.hasEnded() && attempt.difference() == null);
    }

    /** The text of the file, under some lines about the game. */
    static String of(List<String> about, List<Attempt> attempts) {
        StringBuilder text = new StringBuilder("Anima's sequences in Minecraft\n\n");
        about.forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        for (Attempt attempt : attempts) {
            text.append(attempt.sequence().name()).append(": ").append(verdict(attempt)).append('\n');
            attempt.notes().forEach(note -> text.append("  note: ").append(note).append('\n'));
        }
        attempts.stream().filter(attempt -> attempt.difference() != null).forEach(attempt -> rows(text, attempt));
        return text.toString();
    }

    private static String verdict(Attempt attempt) {
        if (attempt.difference() != null) {
            String at = attempt.firstDifferent() == 0 ? "before the first step" : "from row " + attempt.firstDifferent() + " on";
            return "differs " + at + ": " + attempt.difference();
        }
        return attempt.hasEnded() ? "same, " + attempt.seen().size() + " rows" : "not played to its end";
    }

    private static void rows(StringBuilder text, Attempt attempt) {
        text.append("\n## ").append(attempt.sequence().name()).append("\n\nwhose\t").append(String.join("\t", Row.COLUMNS)).append('\n');
        for (int i = 0; i < attempt.seen().size(); i++) {
            Row trace = attempt.sequence().trace().get(i);
            Row game = attempt.seen().get(i);
            text.append("trace\t").append(trace).append("\ngame\t").append(game).append('\n');
        }
    }
}
