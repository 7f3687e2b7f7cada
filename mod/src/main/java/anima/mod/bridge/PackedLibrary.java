package anima.mod.bridge;

import anima.mod.bridge.NativeLibrary.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The library that the jar holds for a system, and what it must be.
 *
 * <p>A library that is cut off or has one wrong bit ends the JVM when it is loaded, without a word. So the build writes
 * digest and length beside it, as {@code <file>.sha256}, and nothing is loaded that does not match them.
 */
final class PackedLibrary {
    private static final Pattern SUM = Pattern.compile("([0-9a-f]{64}) ([0-9]{1,9})\n");
    /** Bytes of a sum that are looked at; one has fewer. */
    private static final int LONGEST_SUM = 100;
    /** Hexadecimal digits of the digest in the name of a copy. */
    private static final int DIGITS = 16;

    private final String entry;
    private final String file;
    private final String digest;
    private final int length;

    private PackedLibrary(String entry, String file, String digest, int length) {
        this.entry = entry;
        this.file = file;
        this.digest = digest;
        this.length = length;
    }

    /**
     * Finds the one for a system, as {@link NativeLibrary#platform()} names it; does not read it.
     *
     * @throws Unavailable if the jar has none, or does not say what it must be
     */
    static PackedLibrary find(String platform) throws Unavailable {
        String file = System.mapLibraryName("anima");
        String entry = "/natives/" + platform + "/" + file;
        if (PackedLibrary.class.getResource(entry) == null) {
            throw new Unavailable(
                    "this jar of Anima holds no library for " + platform
                            + "; get the one that is built for it, or build it", null);
        }
        String sum;
        try (InputStream in = PackedLibrary.class.getResourceAsStream(entry + ".sha256")) {
            sum = in == null ? "" : new String(in.readNBytes(LONGEST_SUM), StandardCharsets.US_ASCII);
        } catch (IOException error) {
            throw damaged(entry + ".sha256", "cannot be read", error);
        }
        Matcher told = SUM.matcher(sum);
        if (!told.matches()) {
            throw damaged(entry + ".sha256", "does not say what the library must be", null);
        }
        return new PackedLibrary(entry, file, told.group(1), Integer.parseInt(told.group(2)));
    }

    /** The plain file name, as {@code libanima.so}. */
    String file() {
        return this.file;
    }

    /** The name of a copy: made of the content, so that different versions of the mod do not meet. */
    String copyName() {
        return this.digest.substring(0, DIGITS) + "-" + this.file;
    }

    /**
     * Reads it.
     *
     * @throws Unavailable if it is not what it must be
     */
    byte[] read() throws Unavailable {
        byte[] bytes;
        try (InputStream in = PackedLibrary.class.getResourceAsStream(this.entry)) {
            bytes = in.readNBytes(this.length + 1);
        } catch (IOException error) {
            throw damaged(this.entry, "cannot be read", error);
        }
        if (bytes.length < this.length) {
            throw damaged(this.entry, "has only " + bytes.length + " of its " + this.length + " bytes", null);
        }
        if (!isWhole(bytes)) {
            throw damaged(this.entry, "is not the library that was built", null);
        }
        return bytes;
    }

    /** Whether a file has this library's content; not if it cannot be read. */
    boolean isWhole(Path copy) {
        try {
            return Files.isRegularFile(copy) && Files.size(copy) == this.length && isWhole(Files.readAllBytes(copy));
        } catch (IOException error) {
            return false;
        }
    }

    private boolean isWhole(byte[] bytes) {
        try {
            byte[] found = MessageDigest.getInstance("SHA-256").digest(bytes);
            return bytes.length == this.length && HexFormat.of().formatHex(found).equals(this.digest);
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError("every JVM has SHA-256", error);
        }
    }

    private static Unavailable damaged(String entry, String how, Throwable cause) {
        URL place = PackedLibrary.class.getResource(entry);
        String named = place == null ? entry : place.toString().replaceFirst("^jar:file:", "");
        return new Unavailable("the jar of Anima is damaged: " + named + " " + how + "; download the jar again", cause);
    }
}
