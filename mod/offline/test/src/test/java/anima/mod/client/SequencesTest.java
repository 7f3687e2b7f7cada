package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.gametest.Gametest;
import anima.gametest.InDouble;
import anima.host.EmbeddedWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.client.gui.screen.ProgressScreen;
import net.minecraft.server.integrated.IntegratedServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The test mod for the real game, in the double: there its sequences must come to what their traces say. */
class SequencesTest extends InGame {
    private static final int KEY_W = 87;

    @BeforeAll
    static void host() {
        if (!Game.hasHost()) {
            System.err.println("SKIPPED: no library of the embedded world; `cargo xtask mod` builds it");
            Assumptions.abort("no host library");
        }
    }

    @BeforeEach
    void open() {
        play = Game.open(home);
    }

    /** The first one with one text of its trace changed, and what would be sent back of it. */
    private String reportOf(List<String> names, String before, String after, boolean isGood) {
        try (InDouble game = new InDouble(client, names, before, after)) {
            String report = game.play();
            assertEquals(isGood, game.isGood(), report);
            return report;
        }
    }

    @Test
    void allTenAreTheSameInTheWorldThatTheirTracesAreFrom() {
        String report = reportOf(InDouble.names(), "\t", "\t", true);
        for (String name : InDouble.names()) {
            assertTrue(report.contains("\n" + name + ": same, " + InDouble.rows(name).size() + " rows\n"), report);
        }
        assertFalse(report.contains("note:"), report);
    }

    @Test
    void aPlaceThatDiffersIsReportedWithItsTick() {
        String row = InDouble.rows("walk").get(30);
        String z = row.split("\t")[4];
        String changed = row.replace("\t" + z + "\t", "\t" + String.format(Locale.ROOT, "%.6f", Double.parseDouble(z) + 0.001) + "\t");
        String report = reportOf(List.of("walk", "place"), row, changed, false);
        assertTrue(report.contains("\nwalk: differs from row 30 on: z is " + z + " in the game, "), report);
        assertTrue(report.contains("\nplace: same, "), report);
        assertTrue(report.contains("\ntrace\t" + changed + "\ngame\t30\t"), "all its rows are there: " + report);
        assertTrue(report.contains("\ngame\t" + (InDouble.rows("walk").size() - 1) + "\t"), report);
    }

    @Test
    void soIsWhatTheServerTells() {
        String report = reportOf(List.of("craft"), "\twooden_pickaxe 1\t", "\twooden_pickaxe 2\t", false);
        assertTrue(report.contains("carried is wooden_pickaxe 1 in the game, wooden_pickaxe 2 in the trace"), report);
    }

    @Test
    void aSceneThatIsNotThereIsToldFromAStepThatDiffers() {
        String row = InDouble.rows("place").get(0);
        String report = reportOf(List.of("place"), row, row.replace("cobblestone 8", "cobblestone 7"), false);
        assertTrue(report.contains("\nplace: differs before the first step: held is cobblestone 8 in the game, cobblestone 7"), report);
    }

    @Test
    void theWholeRunMakesAWorldPlaysAndWritesItsReport() throws IOException {
        Path folder = Files.createDirectories(FabricLoader.getInstance().getGameDir());
        Path report = folder.resolve("anima-gametest.txt");
        Files.deleteIfExists(report);
        List<String> entered = new ArrayList<>();
        List<String> ran = new ArrayList<>();
        List<EmbeddedWorld> worlds = new ArrayList<>();
        IntegratedServer server = new IntegratedServer();
        server.getCommandManager().doubleRuns = command -> {
            ran.add(command);
            if (command.startsWith("tp ")) {
                worlds.add(EmbeddedWorld.sequence(InDouble.text(InDouble.names().get(worlds.size()))));
                new EmbeddedGame(worlds.get(worlds.size() - 1), client);
            }
            return command.equals("setblock 0 198 0 dirt") ? 0 : 1;
        };
        client.doubleLoader.doubleStarts = name -> {
            entered.add(name);
            client.doubleServer = server;
            Flat.join(client);
        };
        client.setScreen(new ProgressScreen(true)); // As the title screen.
        new Gametest().onInitializeClient();
        for (int i = 0; i < 10_000 && !client.doubleStops; i++) {
            client.tick();
            List.copyOf(server.doubleTasks).forEach(task -> {
                server.doubleTasks.remove(task);
                task.run();
            });
        }
        worlds.forEach(EmbeddedWorld::close);
        assertTrue(client.doubleStops, "the game ends by itself");
        assertEquals(List.of("anima-gametest-1"), entered);
        String text = Files.readString(report);
        for (String name : InDouble.names()) {
            assertTrue(text.contains("\n" + name + ": same, "), text);
        }
        assertTrue(text.contains("\nmod anima "), text);
        assertTrue(text.contains("\n  note: the command \"setblock 0 198 0 dirt\" did nothing\n"), text);
        assertTrue(ran.indexOf("clear @a") < ran.indexOf("fill -12 199 -15 12 199 14 stone"), "the place is emptied first: " + ran);
        assertTrue(ran.contains("setworldspawn 0 230 0") && ran.contains("tp @a 0.5 230.0 0.5 0.0 0.0"), ran.toString());
    }

    @Test
    void aKeyThatTakesTheControlsIsNoted() {
        try (InDouble game = new InDouble(client, List.of("walk"), "\t", "\t")) {
            for (int i = 0; i < 40; i++) {
                game.tick();
            }
            client.keyboard.onKey(1, KEY_W, 0, 1, 0);
            assertTrue(game.play().contains("note: a key or the mouse took the controls before row "), game.report());
        }
    }
}
