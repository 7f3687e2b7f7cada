package anima.mod.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.Child;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Folders in which no library can be kept, or from which none may be loaded. */
class HostileFolderTest extends WithJar {
    private static final String PRECIOUS = "somebody's own";

    /** Makes a game folder hostile. */
    private interface Hostility {
        /** Argument: the game folder, which is not there yet. */
        void prepare(Path game) throws IOException;
    }

    private static Path natives(Path game) throws IOException {
        return Files.createDirectories(game.resolve("anima/natives"));
    }

    private static Path copyIn(Path game) throws IOException {
        return natives(game).resolve(copyName());
    }

    private static String copyName() {
        try {
            return PackedLibrary.find(NativeLibrary.platform()).copyName();
        } catch (NativeLibrary.Unavailable e) {
            throw new IllegalStateException(e);
        }
    }

    private static void precious(Path file) throws IOException {
        Files.writeString(file, PRECIOUS);
    }

    private static void mode(Path file, String mode) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    /** Folders that hold no copy afterwards. */
    private static Map<String, Hostility> unusable() {
        Map<String, Hostility> all = new LinkedHashMap<>();
        all.put("the game folder is a file", game -> precious(game));
        all.put("a file is in the place of anima", game -> precious(Files.createDirectory(game).resolve("anima")));
        all.put("a file is in the place of natives", game -> precious(Files.createDirectories(game.resolve("anima")).resolve("natives")));
        all.put("anima leads nowhere", game -> Files.createSymbolicLink(Files.createDirectory(game).resolve("anima"), Path.of("nowhere")));
        all.put("natives leads nowhere", game ->
            Files.createSymbolicLink(Files.createDirectories(game.resolve("anima")).resolve("natives"), Path.of("/no/where")));
        all.put("natives leads to itself", game ->
            Files.createSymbolicLink(Files.createDirectories(game.resolve("anima")).resolve("natives"), Path.of("natives")));
        all.put("natives leads to a file", game -> {
            precious(Files.createDirectories(game.resolve("anima")).resolve("kept.txt"));
            Files.createSymbolicLink(game.resolve("anima/natives"), Path.of("kept.txt"));
        });
        all.put("natives takes no file, from root neither", game ->
            Files.createSymbolicLink(Files.createDirectories(game.resolve("anima")).resolve("natives"), Path.of("/proc")));
        all.put("a folder is in the place of the copy", game -> precious(Files.createDirectory(copyIn(game)).resolve("kept.txt")));
        return all;
    }

    /** Folders that can be used, or cannot by a player who is not root. */
    private static Map<String, Hostility> odd() {
        Map<String, Hostility> all = new LinkedHashMap<>();
        all.put("natives is not writable", game -> mode(natives(game), "r-xr-xr-x"));
        all.put("natives may not be looked into", game -> mode(natives(game), "---------"));
        all.put("the copy leads nowhere", game -> Files.createSymbolicLink(copyIn(game), Path.of("nowhere")));
        all.put("the copy leads to a file", game -> {
            precious(natives(game).resolve("kept.txt"));
            Files.createSymbolicLink(copyIn(game), Path.of("kept.txt"));
        });
        all.put("the copy may not be read", game -> mode(Files.writeString(copyIn(game), "x"), "---------"));
        all.put("a pipe is in the place of the copy", game -> run("mkfifo", copyIn(game).toString()));
        all.put("natives leads to another folder", game -> {
            precious(Files.createDirectories(game.resolve("elsewhere")).resolve("kept.txt"));
            Files.createSymbolicLink(Files.createDirectories(game.resolve("anima")).resolve("natives"), Path.of("../elsewhere"));
        });
        all.put("names with spaces, hash and percent", game -> natives(game.resolve("a %20 #é \\ b")));
        return all;
    }

    private static void run(String... command) throws IOException {
        try {
            assertEquals("", Child.said(new ProcessBuilder(command).redirectErrorStream(true).start()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The files that are not ours, which must stay. */
    private static List<Path> kept(Path game) throws IOException {
        try (Stream<Path> all = Files.walk(game)) {
            return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isPrecious(file)).toList();
        }
    }

    private static boolean isPrecious(Path file) {
        try {
            return Files.size(file) == PRECIOUS.length() && Files.readString(file).equals(PRECIOUS);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void inEachATemporaryCopyIsLoadedAndRemovedAndNothingIsLost() throws IOException, InterruptedException {
        Assumptions.assumeFalse(File.separatorChar == '\\', "SKIPPED: Windows has other hostile folders");
        Map<String, Hostility> all = unusable();
        all.putAll(odd());
        assertTrue(all.size() >= 12);
        int number = 0;
        for (Map.Entry<String, Hostility> entry : all.entrySet()) {
            Path game = folder.resolve("game-" + number);
            Path temporary = Files.createDirectory(folder.resolve("temporary-" + number++));
            entry.getValue().prepare(game);
            List<Path> kept = kept(game);
            Process child = start(JAR, game, "-Djava.io.tmpdir=" + temporary);
            assertEquals("loaded\n", Child.said(child), entry.getKey());
            assertEquals(List.of(), files(temporary), entry.getKey());
            assertEquals(kept, kept(game), entry.getKey());
            if (unusable().containsKey(entry.getKey())) {
                Path none = folder.resolve("no-folder");
                String said = Child.said(start(JAR, game, "-Djava.io.tmpdir=" + none));
                assertTrue(said.contains("neither into " + game.resolve("anima/natives") + " (") && said.contains("temporary folder " + none)
                    && said.endsWith("make room or allow writing in one of them\n"), entry.getKey() + ": " + said);
                assertEquals(kept, kept(game), entry.getKey());
            }
            if (Files.isSymbolicLink(game.resolve("anima/natives"))) {
                Files.delete(game.resolve("anima/natives")); // JUnit warns of links that lead out of the folder.
            }
        }
    }

    /** Loads in a file system of its own, mounted with these options at the folders; skips, loudly, where that is forbidden. */
    private String mounted(String options, Path... at) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder();
        for (Path place : at) {
            script.append("mount -t tmpfs -o ").append(options).append(" none '").append(Files.createDirectories(place)).append("' && ");
        }
        Process probe = new ProcessBuilder("unshare", "-rm", "sh", "-c", script + "true").redirectErrorStream(true).start();
        String refused = Child.said(probe);
        Assumptions.assumeTrue(probe.exitValue() == 0, "SKIPPED: no file system can be mounted here: " + refused);
        List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", script + "\"$@\"; ls -A '" + at[at.length - 1] + "'", "sh"));
        command.addAll(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", JAR + File.pathSeparator + System.getProperty("test.classes"),
            "-Djava.io.tmpdir=" + folder.resolve("temporary"), Load.class.getName(), folder.resolve("game").toString()));
        Files.createDirectories(folder.resolve("temporary"));
        return Child.said(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private static boolean hasUnshare() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).anyMatch(path -> Files.isExecutable(Path.of(path, "unshare")));
    }

    @Test
    void aFullFolderAndAForbiddenOneAreNoObstacle() throws IOException, InterruptedException {
        Assumptions.assumeTrue(hasUnshare(), "SKIPPED: no unshare here");
        Path natives = folder.resolve("game/anima/natives");
        assertEquals("loaded\n", mounted("size=1m", natives), "and the part that was written is gone");
        assertEquals("loaded\n" + copyName() + "\n", mounted("noexec", natives));
        assertEquals(List.of(), files(folder.resolve("temporary")));
        String said = mounted("noexec", natives, folder.resolve("temporary"));
        assertTrue(said.contains(natives.toString()) && said.contains(folder.resolve("temporary").toString())
            && said.contains("without noexec") && said.endsWith("-Djava.io.tmpdir=<another folder>\n"), said);
        said = mounted("size=1m", natives, folder.resolve("temporary"));
        assertTrue(said.contains("No space left") && said.endsWith("make room or allow writing in one of them\n"), said);
    }

    /** What the system says where no code may be loaded from. */
    private static final String NOEXEC = ": failed to map segment from shared object";

    private LibraryCopies copies() throws NativeLibrary.Unavailable {
        return new LibraryCopies(PackedLibrary.find(NativeLibrary.platform()), folder.resolve("game/anima/natives"));
    }

    @Test
    void oneTemporaryCopyIsTriedWhereTheKeptOneMayNotBeLoaded() throws NativeLibrary.Unavailable, IOException {
        List<Path> tried = new ArrayList<>();
        NativeLibrary.load(copies(), name -> {
            tried.add(Path.of(name));
            assertTrue(Files.exists(Path.of(name)));
            if (name.startsWith(folder.toString())) {
                throw new UnsatisfiedLinkError(name + NOEXEC);
            }
        });
        assertEquals(2, tried.size(), tried.toString());
        assertEquals(copies().place(), tried.get(0));
        assertEquals(LibraryCopies.temporaryFolder(), tried.get(1).getParent());
        assertFalse(Files.exists(tried.get(1)), "it is removed");
    }

    @Test
    void whereNeitherMayBeLoadedThePlaceOrTheSystemIsNamed() {
        assertEquals(List.of("noexec", "2"), refused(name -> {
            throw new UnsatisfiedLinkError(name + NOEXEC);
        }));
        assertEquals(List.of("system", "2"), refused(name -> {
            throw new UnsatisfiedLinkError(name + ": version `GLIBC_2.99' not found");
        }));
        assertEquals(List.of("system", "1"), refused(name -> {
            throw new NoSuchMethodError("a native method that is not there, wherever it is loaded from");
        }));
    }

    /** What is said to be at fault, and how many copies were tried; none of them stays in the temporary folder. */
    private List<String> refused(Consumer<String> loader) {
        List<Path> tried = new ArrayList<>();
        String said = assertThrows(NativeLibrary.Unavailable.class, () -> NativeLibrary.load(copies(), name -> {
            tried.add(Path.of(name));
            loader.accept(name);
        })).getMessage();
        assertTrue(said.contains(folder.resolve("game/anima/natives").toString()), said);
        assertTrue(tried.stream().skip(1).noneMatch(Files::exists), tried.toString());
        boolean isOfSystem = said.contains("does not work on this system") && said.endsWith("Get the jar of Anima that is built for it");
        return List.of(isOfSystem ? "system" : said.contains("without noexec") ? "noexec" : said, String.valueOf(tried.size()));
    }
}
