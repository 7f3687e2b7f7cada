package anima.mod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Texts of the game are one line each wherever they are shown or logged. */
class PlainTextTest {
    @Test
    void nothingInATextMakesItLookLikeAnother() {
        assertEquals("\u00dcn\u00efc\u00f6d\u00e9 \u77ff \u26cf stays", PlainText.of("\u00dcn\u00efc\u00f6d\u00e9 \u77ff \u26cf stays"));
        assertEquals("a  ERROR forged   b", PlainText.of("a\r\nERROR forged\u0085\u2028\u2029b"));
        assertEquals(" [31mred   1m", PlainText.of("\u001b[31mred\u007f\0\u009b1m"));
        assertEquals("abdcef", PlainText.of("ab\u202edc\u2066e\u200bf\ufeff"));
        assertEquals("one half of a pair:  ", PlainText.of("one half of a pair: \ud83d"));
        assertEquals("", PlainText.of((String) null));
        String cut = PlainText.of("x".repeat(100_000));
        assertTrue(cut.length() == 1003 && cut.endsWith("x..."));
        assertFalse(PlainText.of("x".repeat(1000)).contains("."));
    }

    /** A second way into the log would be one that lines can be forged on. */
    @Test
    void onlyOneClassWritesIntoTheGamesLog() throws IOException {
        Path sources = Path.of(System.getProperty("mod.pom")).resolve("../../../src/main/java").normalize();
        try (Stream<Path> files = Files.walk(sources)) {
            List<Path> loggers = files.filter(file -> file.toString().endsWith(".java")).filter(file -> {
                try {
                    String text = Files.readString(file);
                    return text.contains("org.slf4j") || text.contains("System.err") || text.contains("System.out");
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }).map(Path::getFileName).toList();
            assertEquals(List.of(Path.of("Log.java")), loggers);
        }
    }
}
