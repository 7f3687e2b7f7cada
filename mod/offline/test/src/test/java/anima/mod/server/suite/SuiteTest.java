package anima.mod.server.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedBody;
import anima.mod.Child;
import anima.mod.client.Game;
import anima.offline.game.RunOne;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.network.ServerPlayerEntity;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Suites on a server of doubles: bodies play in parts of one land, and operators type commands. */
class SuiteTest {
    private static final int LIMIT = 4_000;

    @TempDir
    Path folder;

    private String before;
    private SuiteServer server;

    @BeforeAll
    static void libraries() {
        Game.start();
        if (!Game.hasHost()) {
            System.err.println("SKIPPED: no library of the embedded world; `cargo xtask mod` builds it");
            Assumptions.abort("no host library");
        }
    }

    @BeforeEach
    void open() throws IOException {
        before = System.setProperty("game.dir", folder.toString());
        server = new SuiteServer(folder);
        server.start();
    }

    @AfterEach
    void close() {
        server.close();
        System.setProperty("game.dir", before);
    }

    private static List<JsonObject> rows(Path run) throws IOException {
        return Files.readAllLines(run.resolve("rows.jsonl")).stream().map(line -> JsonParser.parseString(line).getAsJsonObject()).toList();
    }

    private static String key(JsonObject row) {
        return row.get("task").getAsString() + " " + row.get("game").getAsInt();
    }

    private void refused(String line, String... words) {
        List<String> told = server.run(line);
        assertTrue(told.size() == 1 && told.get(0).startsWith("!"), told.toString());
        for (String word : words) {
            assertTrue(told.get(0).contains(word), told.get(0) + " does not say " + word);
        }
        assertFalse(server.isPlayed());
    }

    @Test
    void whatCanBePlayedIsListed() {
        List<String> told = server.run("anima-suite list");
        assertTrue(told.contains("gitm, packed with the jar"), told.toString());
        assertTrue(told.stream().anyMatch(line -> line.startsWith("tiny, from ") && line.contains("tiny.toml")), told.toString());
        assertTrue(server.run("anima-suite").get(0).contains("run SUITE"));
    }

    @Test
    void aSuiteIsPlayedToItsEndAndTheWorldIsAsBefore() throws IOException {
        String settings = server.settings();
        String begun = server.run("anima-suite run tiny 2 --at-once 3").get(0);
        assertTrue(begun.contains("-tiny begins"), begun);
        int most = 0;
        Set<String> set = new HashSet<>();
        for (int tick = 0; tick < LIMIT && server.isPlayed(); tick++) {
            server.tick();
            most = Math.max(most, server.bodies().size());
            set.add(server.land.world.doubleDifficulty + " " + server.server.doubleRules.get("randomTickSpeed"));
        }
        assertFalse(server.isPlayed());
        assertEquals(3, most, "bodies at once");
        assertTrue(set.contains("EASY 3"), set.toString());
        assertEquals(settings, server.settings());
        assertEquals(0, server.land.tickets(), "no land is kept loaded");
        assertEquals(0, server.server.getCurrentPlayerCount());
        assertFalse(server.server.getPlayerManager().doubleKnown, "each body is nobody's");
        Path run = server.onlyRun();
        List<JsonObject> rows = rows(run);
        assertEquals(List.of("dirt 0", "dirt 1", "diamond 0", "diamond 1"), rows.stream().map(SuiteTest::key).toList());
        Set<String> places = new HashSet<>();
        for (JsonObject row : rows) {
            boolean isDirt = key(row).startsWith("dirt");
            assertEquals(isDirt ? "success" : "out_of_ticks", row.get("outcome").getAsString(), row.toString());
            JsonObject body = row.getAsJsonObject("server_body");
            assertEquals(7, body.get("world_seed").getAsLong());
            assertFalse(body.get("warp").getAsBoolean());
            places.add(body.get("place").toString());
            if (isDirt) { // Judged by what the server says that it carries.
                assertTrue(row.getAsJsonObject("inventory").get("dirt").getAsInt() >= 1, row.toString());
                String biome = server.land.biome(body.getAsJsonArray("place").get(0).getAsInt(), 64, body.getAsJsonArray("place").get(1).getAsInt());
                assertTrue(biome.matches("minecraft:(plains|forest|birch_forest|taiga|savanna)"), biome);
            }
        }
        assertEquals(4, places.size(), places.toString());
        try (Stream<Path> records = Files.walk(run.resolve("records"))) {
            assertEquals(4, records.filter(file -> file.toString().endsWith(".jsonl")).count());
        }
        try (Stream<Path> left = Files.walk(folder.resolve("world"))) {
            assertEquals(List.of(), left.filter(Files::isRegularFile).toList(), "nothing of a body, and no journal");
        }
        assertTrue(server.console.doubleLines.stream().anyMatch(line -> line.contains("is over: 2 of 4 games were won")), server.console.doubleLines.toString());
        String page = server.run("anima-suite report " + run.getFileName()).get(0);
        assertEquals("the page is " + run.resolve("report.html"), page);
        assertEquals(page, server.run("anima-suite report").get(0), "it is the newest");
        assertTrue(Files.readString(run.resolve("report.html")).contains("diamond"));
        List<String> ran = server.server.getCommandManager().doubleRan;
        assertTrue(ran.stream().anyMatch(line -> line.startsWith("Anima 1: spawnpoint @s ")), ran.toString());
    }

    @Test
    void whatATaskGivesTheBodyHas() throws IOException {
        Files.writeString(folder.resolve("config/anima/suites/armed.toml"), """
            games = 1
            [[task]]
            name = "sticks"
            goal = "get 3 stick"
            budget.ticks = 50
            scenario = { carried = { stick = 3 }, effects = { speed = 2 } }
            [[task]]
            name = "worn"
            goal = "get 3 stick"
            scenario = { worn = ["iron_boots"] }
            """);
        server.server.getCommandManager().doubleRefuses = "item";
        server.run("anima-suite run armed");
        server.play(LIMIT);
        List<JsonObject> rows = rows(server.onlyRun());
        assertEquals("success", rows.get(0).get("outcome").getAsString(), rows.get(0).toString());
        assertEquals("failure", rows.get(1).get("outcome").getAsString());
        String why = rows.get(1).getAsJsonObject("reason").get("missing").getAsString();
        assertTrue(why.contains("/item replace") && why.contains("Unknown"), why);
    }

    @Test
    void itIsRefusedWithoutPermissionOrWithPeople() {
        ServerPlayerEntity person = new ServerPlayerEntity(server.server);
        ServerCommandSource nobody = ServerCommandSource.doubleOf(server.server, 3);
        for (String line : List.of("anima-suite", "anima-suite list", "anima-suite run tiny", "anima-suite status", "anima-suite stop", "anima-suite resume x", "anima-suite report x")) {
            List<String> told = server.run(nobody, line);
            assertEquals(List.of("!/anima-suite takes permission level 4, an owner's"), told, line);
        }
        assertFalse(server.isPlayed());
        refused("anima-suite run", "a suite");
        refused("anima-suite run nothing", "no suite nothing", "gitm", "tiny");
        refused("anima-suite run tiny many", "GAMES", "many");
        refused("anima-suite run tiny --at-once 0", "--at-once", "1 to 64");
        refused("anima-suite resume nothing", "no run nothing");
        refused("anima-suite report ..", "no run ..");
        refused("anima-suite report", "no run in");
        refused("anima-suite report one other", "one run");
        refused("anima-suite stop", "no suite is played");
        server.server.getPlayerManager().doublePlayers.put(person.getUuid(), person);
        refused("anima-suite run tiny", "1 on line", "--with-players");
        assertTrue(server.run("anima-suite run tiny --with-players").get(0).contains("begins"));
        List<String> again = server.run("anima-suite run tiny --with-players");
        assertTrue(again.get(0).startsWith("!") && again.get(0).contains("is played"), again.toString());
    }

    @Test
    void besideCarpetItIsRefused() {
        System.setProperty("other.mod", "carpet");
        try {
            refused("anima-suite run tiny", "Carpet");
        } finally {
            System.clearProperty("other.mod");
        }
    }

    @Test
    void whatIsWrongWithASuiteIsSaidAndNothingIsChanged() throws IOException {
        String settings = server.settings();
        Files.writeString(folder.resolve("config/anima/suites/wrong.toml"), "gmaes = 3\n");
        refused("anima-suite run wrong", "wrong.toml", "gmaes");
        assertEquals(settings, server.settings());
    }

    @Test
    void aStopEndsItCleanlyAndItGoesOnLater() throws IOException {
        String settings = server.settings();
        server.run("anima-suite run tiny --at-once 2");
        server.await(2);
        for (int i = 0; i < 20; i++) {
            server.tick();
        }
        List<String> status = server.run("anima-suite status");
        assertTrue(status.get(0).contains("is played: 0 of 2 games are over") && status.toString().contains("dirt, game 0"), status.toString());
        assertFalse(settings.equals(server.settings()));
        server.run("anima-suite stop");
        server.tick();
        assertFalse(server.isPlayed());
        assertEquals(settings, server.settings());
        assertEquals(List.of(), server.bodies());
        String run = server.onlyRun().getFileName().toString();
        assertTrue(server.console.doubleLines.stream().anyMatch(line -> line.contains("play on with /anima-suite resume " + run)), server.console.doubleLines.toString());
        server.run("anima-suite resume");
        server.play(LIMIT);
        assertEquals(List.of("dirt 0", "diamond 0"), rows(server.onlyRun()).stream().map(SuiteTest::key).toList());
        assertEquals(settings, server.settings());
    }

    @Test
    void aServerThatStopsSetsItsWorldBack() throws IOException {
        String settings = server.settings();
        server.run("anima-suite run tiny");
        server.await(1);
        server.close();
        assertEquals(settings, server.settings());
        assertFalse(Files.exists(folder.resolve("world/anima-restore.jsonl")));
        open();
    }

    @Test
    void itTicksAsFastAsItGoesWhileGamesArePlayed() throws IOException {
        server.run("anima-suite run tiny --warp");
        server.await(1);
        assertTrue(server.server.doubleDueIn() > 1_000_000, "chunks are waited for in peace");
        List<Long> due = new ArrayList<>();
        for (int tick = 0; tick < LIMIT && server.isPlayed(); tick++) {
            server.tick();
            due.add(server.server.doubleDueIn());
        }
        assertTrue(due.stream().anyMatch(wait -> wait <= 2), due.toString());
        assertTrue(rows(server.onlyRun()).get(0).getAsJsonObject("server_body").get("warp").getAsBoolean());
    }

    @Test
    void aBodyThatIsThrownOutBreaksItsGameAndNoOther() throws IOException {
        server.run("anima-suite run tiny --at-once 2");
        server.await(2);
        for (int i = 0; i < 30; i++) {
            server.tick();
        }
        EmbeddedBody first = server.bodies().get(0);
        server.land.players.entrySet().stream().filter(entry -> entry.getValue() == first).findFirst().orElseThrow()
            .getKey().networkHandler.connection.handleDisconnection();
        server.play(LIMIT);
        List<JsonObject> rows = rows(server.onlyRun());
        assertEquals("error", rows.get(0).get("outcome").getAsString(), rows.get(0).toString());
        assertEquals("out_of_ticks", rows.get(1).get("outcome").getAsString(), rows.get(1).toString());
    }

    /** A process is killed in the midst of games: the next sets its world back, and plays on. */
    @Test
    void aKilledServerSetsItsWorldBackAndPlaysOn() throws IOException, InterruptedException {
        String settings = server.settings();
        List<String> arguments = new ArrayList<>(List.of(SuiteServer.Killed.class.getName(), folder.toString(), "45"));
        for (String property : List.of("game.path", "mod.jar", "anima.host", "anima.library", "game.dir")) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                arguments.add("-D" + property + "=" + value);
            }
        }
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process child = Child.start(RunOne.class.getName(), path, arguments.toArray(String[]::new));
        String said = Child.said(child);
        assertEquals(9, child.exitValue(), said);
        String left = said.lines().reduce("", (a, line) -> line);
        assertFalse(left.equals(settings), "it is killed while the world is a suite's");
        Path run = server.onlyRun();
        List<String> over = rows(run).stream().map(SuiteTest::key).toList();
        assertTrue(over.size() < 4, over.toString());
        server.setTo(left);
        refused("anima-suite resume " + run.getFileName(), "start the server again");
        server.start();
        assertEquals(settings, server.settings());
        assertFalse(Files.exists(folder.resolve("world/anima-restore.jsonl")));
        server.run("anima-suite resume " + run.getFileName());
        server.play(LIMIT);
        List<JsonObject> rows = rows(run);
        assertEquals(List.of("dirt 0", "dirt 1", "diamond 0", "diamond 1"), rows.stream().map(SuiteTest::key).toList());
        List<String> places = Files.readAllLines(run.resolve("places.jsonl"));
        assertTrue(places.size() > 4, "games that were killed had places of their own: " + places);
        assertEquals(places.size(), new HashSet<>(places).size(), "and nobody starts there again: " + places);
        assertEquals(settings, server.settings());
    }
}
