package anima.mod.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The library comes out of the shipped jar, in JVMs that have nothing else of the mod. */
class PackedLibraryTest extends WithJar {
    /** Where ELF files say for which machine they are ({@code e_machine}), and one that Java 17 does not run on. */
    private static final int ELF_MACHINE = 18;
    private static final byte SPARC = 2;

    private static Process start(Path game, String... options) throws IOException {
        return start(JAR, game, options);
    }

    @Test
    void itIsUnpackedOnce() throws IOException, InterruptedException {
        assertEquals("loaded\n", Child.said(start(folder)));
        List<Path> first = files(folder);
        assertEquals(1, first.size(), first.toString());
        assertEquals(folder.resolve("anima/natives"), first.get(0).getParent());
        Object written = Files.getLastModifiedTime(first.get(0));
        assertEquals("loaded\n", Child.said(start(folder)));
        assertEquals(first, files(folder));
        assertEquals(written, Files.getLastModifiedTime(first.get(0)), "it is not written again");
        byte[] whole = Files.readAllBytes(first.get(0));
        Files.write(first.get(0), new byte[] {1, 2, 3});
        assertEquals("loaded\n", Child.said(start(folder)), "what was broken off is replaced");
        byte[] damaged = whole.clone();
        damaged[whole.length / 2] ^= 1;
        Files.write(first.get(0), damaged);
        assertEquals("loaded\n", Child.said(start(folder)), "what was damaged is replaced");
        assertArrayEquals(whole, Files.readAllBytes(first.get(0)));
    }

    @Test
    void twoClientsInOneFolderDoNotMeet() throws IOException, InterruptedException {
        List<Process> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(start(folder));
        }
        for (Process client : clients) {
            assertEquals("loaded\n", Child.said(client));
        }
        assertEquals(1, files(folder).size(), files(folder).toString());
    }

    @Test
    void aGameFolderThatCannotBeWrittenIsNoObstacle() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("file"), "no folder"); // Also root cannot write below it.
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        assertEquals("loaded\n", Child.said(start(file.resolve("game"), "-Djava.io.tmpdir=" + temporary)));
        assertEquals(List.of(), files(temporary), "what was loaded from there is removed");
        String said = Child.said(start(file.resolve("game"), "-Djava.io.tmpdir=" + file.resolve("none")));
        assertTrue(said.contains("neither into " + file.resolve("game")) && said.contains("make room or allow writing"), said);
    }

    @Test
    void aLibraryOfAnotherArchitectureIsNamed() throws IOException, InterruptedException {
        byte[] bytes = files(unpacked()).stream().findFirst().map(PackedLibraryTest::read).orElseThrow();
        Assumptions.assumeTrue(bytes[0] == 0x7F && bytes[1] == 'E', "SKIPPED: no ELF system");
        bytes[ELF_MACHINE] = SPARC;
        Path other = Files.write(folder.resolve("other.so"), bytes);
        String said = Child.said(start(folder, "-Danima.library=" + other));
        assertTrue(said.contains(other.toString()) && said.contains("does not work on this system (" + NativeLibrary.platform() + ")")
            && said.contains("Get the jar"), said);
    }

    @Test
    void whatIsLeftOverGoesAndNothingElse() throws IOException, InterruptedException {
        Path natives = Files.createDirectories(folder.resolve("game/anima/natives"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        String file = System.mapLibraryName("anima");
        String old = "0123456789abcdef-" + file;
        FileTime earlier = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        for (Path leftOver : List.of(natives.resolve(old), natives.resolve(old + "17.part"), temporary.resolve("anima-17-" + file))) {
            Files.setLastModifiedTime(Files.writeString(leftOver, "left over"), earlier);
        }
        List<Path> stay = List.of(
            natives.resolve(old + "18.part"), temporary.resolve("anima-18-" + file), // of a client that is starting
            natives.resolve("notes.txt"), natives.resolve("my-" + file), natives.resolve(file), natives.resolve("0123456789ABCDEF-" + file),
            temporary.resolve("anima-" + file), temporary.resolve("anima-x-" + file));
        for (Path other : stay) {
            Files.writeString(other, "not ours");
        }
        for (Path other : stay.subList(2, stay.size())) {
            Files.setLastModifiedTime(other, earlier);
        }
        Files.createDirectory(natives.resolve("fedcba9876543210-" + file));
        assertEquals("loaded\n", Child.said(start(folder.resolve("game"), "-Djava.io.tmpdir=" + temporary)));
        Set<Path> left = new TreeSet<>(files(folder));
        assertTrue(left.containsAll(stay), left.toString());
        assertEquals(stay.size() + 1, left.size(), left.toString());
        assertTrue(Files.isDirectory(natives.resolve("fedcba9876543210-" + file)));
    }

    private Path unpacked() throws IOException, InterruptedException {
        assertEquals("loaded\n", Child.said(start(folder)));
        return folder.resolve("anima");
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
