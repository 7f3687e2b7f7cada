package anima.mod.server.suite;

import anima.doubles.EmbeddedBody;
import anima.doubles.EmbeddedGame;
import anima.doubles.EmbeddedLand;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.server.Mod;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.fabricmc.fabric.api.command.v2.CommandRegistrationCallback;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerLifecycleEvents;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.world.Difficulty;

/** A server of doubles on the land of a seed, in a folder, with the shipped mod in it. */
final class SuiteServer implements AutoCloseable {
    /** Two tasks: the one is soon done, the other not in its time. */
    static final String TINY = """
        analysis = "for tests"
        games = 1
        seed_base = 40
        settings.world.difficulty = "easy"
        [[task]]
        name = "dirt"
        goal = "get 1 dirt"
        budget.ticks = 900
        scenario.biome = ["plains", "forest", "birch_forest", "taiga", "savanna"]
        [[task]]
        name = "diamond"
        goal = "get 1 diamond"
        budget.ticks = 100
        """;
    private static final long SEED = 7;

    final MinecraftServer server = new MinecraftServer() {
    };
    final EmbeddedLand land;
    /** The server's console. */
    final ServerCommandSource console = ServerCommandSource.doubleOf(server, 4);
    private final CommandDispatcher<ServerCommandSource> dispatcher = new CommandDispatcher<>();
    private final Path folder;

    /** Opens it as an operator has set it; the mod must have been started. */
    SuiteServer(Path folder) throws IOException {
        this.folder = folder;
        land = new EmbeddedLand(server, SEED);
        server.doubleSave = Files.createDirectories(folder.resolve("world"));
        server.doubleRules.putAll(Map.of(
            "keepInventory", "true", "doDaylightCycle", "false", "doWeatherCycle", "true", "doMobSpawning", "true", "mobGriefing", "false",
            "randomTickSpeed", "7", "naturalRegeneration", "true"));
        for (String rule : List.of(
            "doEntityDrops", "doInsomnia", "doMobLoot", "doPatrolSpawning", "doTileDrops", "doTraderSpawning", "doVinesSpread", "drowningDamage",
            "fireDamage", "forgiveDeadPlayers", "freezeDamage", "waterSourceConversion")) {
            server.doubleRules.put(rule, "true");
        }
        for (String rule : List.of("doFireTick", "doImmediateRespawn", "doLimitedCrafting", "fallDamage", "lavaSourceConversion", "universalAnger")) {
            server.doubleRules.put(rule, "false");
        }
        server.doubleRules.putAll(Map.of("maxEntityCramming", "24", "playersSleepingPercentage", "50", "snowAccumulationHeight", "1"));
        land.world.doubleDifficulty = Difficulty.HARD;
        land.world.doubleTimeOfDay = 123_456_789_012L;
        land.world.doubleRaining = true;
        land.world.doubleRainTicks = 777;
        Path suites = Files.createDirectories(folder.resolve("config/anima/suites"));
        Files.writeString(suites.resolve("tiny.toml"), TINY);
        CommandRegistrationCallback.EVENT.invoker().register(dispatcher, null, null);
    }

    void start() {
        ServerLifecycleEvents.SERVER_STARTED.invoker().onServerStarted(server);
    }

    /** Runs a command, and returns what is told of it. */
    List<String> run(ServerCommandSource source, String line) {
        int before = source.doubleLines.size();
        try {
            dispatcher.execute(line, source);
        } catch (CommandSyntaxException e) {
            throw new AssertionError(line, e);
        }
        return List.copyOf(source.doubleLines.subList(before, source.doubleLines.size()));
    }

    List<String> run(String line) {
        return this.run(console, line);
    }

    void tick() {
        server.tick(() -> true);
    }

    boolean isPlayed() {
        return !this.run("anima-suite status").equals(List.of("no suite is played"));
    }

    /** Lets so many bodies come. */
    void await(int bodies) {
        for (int i = 0; i < 1_000 && bodies().size() < bodies; i++) {
            this.tick();
        }
        if (bodies().size() < bodies) {
            throw new AssertionError("nobody comes: " + console.doubleLines + this.run("anima-suite status"));
        }
    }

    /** Plays until the run is over. */
    void play(int most) {
        for (int i = 0; i < most; i++) {
            this.tick();
            if (!isPlayed()) {
                return;
            }
        }
        throw new AssertionError("it goes on: " + this.run("anima-suite status"));
    }

    /** The folder of the only run. */
    Path onlyRun() throws IOException {
        try (Stream<Path> runs = Files.list(folder.resolve("anima-runs"))) {
            List<Path> all = runs.toList();
            if (all.size() != 1) {
                throw new AssertionError(all.toString());
            }
            return all.get(0);
        }
    }

    /** What the world is set to, that an operator has set. */
    String settings() {
        return land.world.doubleDifficulty + " " + land.world.doubleTimeOfDay + " " + land.world.doubleRaining + " "
            + land.world.doubleThundering + " " + land.world.doubleRainTicks + " " + server.doubleRules;
    }

    /** Sets it to what another server was set to when it ended, which its files keep. */
    void setTo(String settings) {
        String[] words = settings.split(" ", 6);
        land.world.doubleDifficulty = Difficulty.valueOf(words[0]);
        land.world.doubleTimeOfDay = Long.parseLong(words[1]);
        land.world.doubleRaining = Boolean.parseBoolean(words[2]);
        land.world.doubleThundering = Boolean.parseBoolean(words[3]);
        land.world.doubleRainTicks = Integer.parseInt(words[4]);
        for (String rule : words[5].substring(1, words[5].length() - 1).split(", ")) {
            server.doubleRules.put(rule.split("=")[0], rule.split("=")[1]);
        }
    }

    List<EmbeddedBody> bodies() {
        return List.copyOf(land.players.values());
    }

    @Override
    public void close() {
        ServerLifecycleEvents.SERVER_STOPPING.invoker().onServerStopping(server);
        land.close();
    }

    /** A process that is killed while a suite is played. Arguments: the folder, and in which tick. Says what was set. */
    public static final class Killed {
        private Killed() {
        }

        /** Plays until then. */
        public static void main(String[] args) throws IOException {
            EmbeddedWorld.load(Path.of(System.getProperty("anima.host")));
            GameData.fill(EmbeddedGame.lists());
            Mod.start();
            SuiteServer server = new SuiteServer(Path.of(args[0]));
            server.start();
            server.run("anima-suite run tiny 2 --at-once 2");
            for (int tick = Integer.parseInt(args[1]); tick > 0; tick--) {
                server.tick();
            }
            System.out.println(server.settings());
            Runtime.getRuntime().halt(9);
        }
    }
}
