package anima.mod.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.Child;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** A library that is cut off or has a wrong bit kills the JVM that loads it: it is refused before. */
class DamagedLibraryTest extends WithJar {
    private static final String SUM = LIBRARY + ".sha256";
    private static final String MISSING = "does not say what the library must be";
    private static final int DAMAGES = 200;
    private static final int PAGE = 4096;
    private static final int LOCAL_HEADER = 30;

    /** A jar whose library is another. */
    private static final class Damaged extends URLClassLoader {
        private final byte[] library;

        Damaged(Path jar, byte[] library) throws MalformedURLException {
            super(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
            this.library = library;
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            return name.equals(LIBRARY) ? new ByteArrayInputStream(library) : super.getResourceAsStream(name);
        }
    }

    /** Loads damaged libraries, each as a new game would, in the JVM that this is the main class of. */
    public static final class Many {
        private Many() {
        }

        /** Arguments: jar, game folder, how many. Says how many were refused; ends at the first that is not. */
        public static void main(String[] args) throws IOException, ReflectiveOperationException {
            Path jar = Path.of(args[0]);
            byte[] whole = entry(jar, LIBRARY);
            Random random = new Random(4);
            int refused = 0;
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                try (Damaged game = new Damaged(jar, damage(whole, random))) {
                    game.loadClass(NativeLibrary.class.getName()).getMethod("load", Path.class).invoke(null, Path.of(args[1]));
                    System.out.println("damaged library " + i + " was loaded");
                    return;
                } catch (InvocationTargetException e) {
                    String said = e.getCause().getMessage();
                    if (!said.contains(LIBRARY) || !said.endsWith("download the jar again")) {
                        throw new IllegalStateException(said, e);
                    }
                    refused++;
                }
            }
            System.out.println(refused + " refused");
        }
    }

    /** Cut off, longer, a bit flipped, some bytes changed, a page empty. */
    private static byte[] damage(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        switch (random.nextInt(6)) {
            case 0:
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1:
                return Arrays.copyOf(bytes, bytes.length - 1 - random.nextInt(PAGE));
            case 2:
                return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(PAGE));
            case 3:
                bytes[random.nextInt(bytes.length)] ^= 1 << random.nextInt(Byte.SIZE);
                return bytes;
            case 4:
                for (int i = 0; i < 100; i++) {
                    bytes[random.nextInt(bytes.length)] ^= 1 + random.nextInt(255);
                }
                return bytes;
            default:
                int at = random.nextInt(bytes.length - PAGE);
                Arrays.fill(bytes, at, at + PAGE, (byte) (bytes[at] + 1));
                return bytes;
        }
    }

    @Test
    void twoHundredDamagedLibrariesAreRefusedAndTheGameGoesOn() throws IOException, InterruptedException {
        String path = JAR + File.pathSeparator + System.getProperty("test.classes");
        Path game = Files.createDirectory(folder.resolve("game"));
        Process child = Child.start(Many.class.getName(), path, JAR.toString(), game.toString(), String.valueOf(DAMAGES));
        assertEquals(DAMAGES + " refused\n", Child.said(child));
        assertEquals(0, child.exitValue());
        assertEquals(List.of(), files(game), "nothing of them reaches the disk");
    }

    @Test
    void aDamagedJarIsNamedAndTheGameGoesOn() throws IOException, InterruptedException {
        byte[] whole = entry(JAR, LIBRARY);
        String sum = new String(entry(JAR, SUM), StandardCharsets.US_ASCII);
        byte[] flipped = whole.clone();
        flipped[whole.length - PAGE] ^= 4;
        refused(with("cut.jar", LIBRARY, Arrays.copyOf(whole, whole.length * 2 / 3)), LIBRARY, "has only");
        refused(with("flipped.jar", LIBRARY, flipped), LIBRARY, "is not the library that was built");
        refused(with("empty.jar", LIBRARY, new byte[0]), LIBRARY, "has only 0 of");
        refused(with("no-sum.jar", SUM, null), SUM, MISSING);
        refused(with("cut-sum.jar", SUM, sum.substring(0, 40).getBytes(StandardCharsets.US_ASCII)), SUM, "does not say");
        refused(with("other-sum.jar", SUM, sum.replaceFirst("^.", sum.startsWith("0") ? "1" : "0").getBytes(StandardCharsets.US_ASCII)), LIBRARY, "is not");
        // As a bad disk does it: in the middle of what is packed. No checksum of the jar is looked at.
        for (double at : new double[] {0.001, 0.5, 0.999}) {
            refused(spoilt("spoilt-" + at + ".jar", at), LIBRARY, "");
        }
    }

    private void refused(Path jar, String file, String how) throws IOException, InterruptedException {
        refused(jar, file, how, folder.resolve("game"));
    }

    private static void refused(Path jar, String file, String how, Path game) throws IOException, InterruptedException {
        Process child = start(jar, game);
        String said = Child.said(child);
        assertEquals(0, child.exitValue(), said);
        assertTrue(said.startsWith("the jar of Anima is damaged: ") && said.endsWith("; download the jar again\n"), said);
        assertTrue(said.contains(file + " ") && said.contains(how), said);
        boolean isMissing = file.equals(SUM) && how.equals(MISSING);
        assertTrue(isMissing || said.contains(jar.getFileName().toString()), said);
    }

    @Test
    void aWholeCopyIsLoadedThoughTheJarIsDamaged() throws IOException, InterruptedException {
        assertEquals("loaded\n", Child.said(start(JAR, folder)));
        Path copy = files(folder).get(0);
        Path spoilt = spoilt("spoilt.jar", 0.5);
        assertEquals("loaded\n", Child.said(start(spoilt, folder)));
        byte[] bytes = Files.readAllBytes(copy);
        bytes[bytes.length / 3] ^= 1;
        Files.write(copy, bytes);
        refused(spoilt, LIBRARY, "", folder);
    }

    private static byte[] entry(Path jar, String name) throws IOException {
        try (JarFile in = new JarFile(jar.toFile())) {
            return in.getInputStream(in.getJarEntry(name)).readAllBytes();
        }
    }

    /** The jar with other bytes at one name, or none. */
    private Path with(String name, String changed, byte[] bytes) throws IOException {
        Path to = folder.resolve(name);
        try (JarFile in = new JarFile(JAR.toFile()); OutputStream file = Files.newOutputStream(to); JarOutputStream out = new JarOutputStream(file)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (JarEntry entry : in.stream().toList()) {
                boolean isChanged = entry.getName().equals(changed);
                if (isChanged && bytes == null) {
                    continue;
                }
                out.putNextEntry(new JarEntry(entry.getName()));
                InputStream content = isChanged ? new ByteArrayInputStream(bytes) : in.getInputStream(entry);
                // In small parts: under -Xcheck:jni each call copies all that it is given.
                for (byte[] part = content.readNBytes(PAGE); part.length > 0; part = content.readNBytes(PAGE)) {
                    out.write(part);
                }
                out.closeEntry();
            }
        }
        return to;
    }

    /** The jar with some wrong bytes in what is packed of the library, this far in it. */
    private Path spoilt(String name, double at) throws IOException {
        byte[] bytes = Files.readAllBytes(JAR);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int header = text.indexOf(LIBRARY) - LOCAL_HEADER;
        assertEquals("PK\3\4", text.substring(header, header + 4));
        int extra = bytes[header + LOCAL_HEADER - 2] & 0xFF | (bytes[header + LOCAL_HEADER - 1] & 0xFF) << Byte.SIZE;
        long size;
        try (JarFile jar = new JarFile(JAR.toFile())) {
            size = jar.getJarEntry(LIBRARY).getCompressedSize();
        }
        int place = header + LOCAL_HEADER + LIBRARY.length() + extra + (int) (size * at);
        for (int i = 0; i < 16; i++) {
            bytes[place + i] ^= 0x55;
        }
        return Files.write(folder.resolve(name), bytes);
    }
}
