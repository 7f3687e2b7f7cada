package anima.mod;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mod's lines in the game's own log: each is one line, whatever text of the game or of a server is in it. */
public final class Log {
    private static final Logger LOG = LoggerFactory.getLogger("anima");

    private Log() {
    }

    /** Says how things are. */
    public static void info(String text) {
        LOG.info("{}", PlainText.of(text));
    }

    /** Says what may be wrong. */
    public static void warn(String text) {
        LOG.warn("{}", PlainText.of(text));
    }

    /** Says what is wrong. */
    public static void error(String text) {
        LOG.error("{}", PlainText.of(text));
    }

    /** Says what is wrong, and where it came from. */
    public static void error(String text, Throwable why) {
        LOG.error("{}", PlainText.of(text), new Plain(why, 0));
    }

    /** What was thrown, with its place: the message of what the game throws may hold a text of a server. */
    private static final class Plain extends Throwable {
        private static final int MOST_CAUSES = 8;
        private static final long serialVersionUID = 1;

        private final transient String name;

        Plain(Throwable of, int depth) {
            super(PlainText.of(of.getMessage()), of.getCause() == null || depth == MOST_CAUSES ? null : new Plain(of.getCause(), depth + 1));
            this.name = of.getClass().getName();
            this.setStackTrace(of.getStackTrace());
        }

        @Override
        public String toString() {
            return this.name + ": " + this.getMessage();
        }
    }
}
