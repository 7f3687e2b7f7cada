package anima.mod;

import net.minecraft.text.Text;

/** Text that others wrote, as it may be shown and logged; the native side has the same function for what it is told. */
public final class PlainText {
    /** Characters that are kept. */
    private static final int LONGEST = 1000;
    /** Characters that are looked at, of which most may be left out. */
    private static final int READ = 4 * LONGEST;

    private PlainText() {
    }

    /** A text of the game or of a server, of which no more is put together than is looked at. */
    public static String of(Text text) {
        return text == null ? "" : of(text.asTruncatedString(READ));
    }

    /**
     * The text without what could make it look like another one: line breaks and all other control characters are spaces,
     * those that turn the direction of writing or take no room are left out, and what is too long is cut off.
     */
    public static String of(String text) {
        if (text == null) {
            return "";
        }
        StringBuilder plain = new StringBuilder(Math.min(text.length(), LONGEST + 3));
        int kept = 0;
        for (int at = 0; at < text.length();) {
            int letter = text.codePointAt(at);
            at += Character.charCount(letter);
            if (isUnseen(letter)) {
                continue;
            }
            if (kept++ == LONGEST) {
                return plain.append("...").toString();
            }
            plain.appendCodePoint(isBreak(letter) ? ' ' : letter);
        }
        return plain.toString();
    }

    private static boolean isBreak(int letter) {
        return Character.isISOControl(letter) || letter == 0x2028 || letter == 0x2029 || letter >= 0xD800 && letter <= 0xDFFF;
    }

    private static boolean isUnseen(int letter) {
        return letter == 0x61C || letter >= 0x200B && letter <= 0x200F || letter >= 0x202A && letter <= 0x202E
            || letter >= 0x2060 && letter <= 0x206F || letter == 0xFEFF || letter >= 0xE0000 && letter <= 0xE007F;
    }
}
