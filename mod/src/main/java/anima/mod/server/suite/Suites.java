package anima.mod.server.suite;

import anima.mod.Log;
import anima.mod.bridge.NativeLibrary;
import anima.mod.bridge.Suite;
import anima.mod.server.body.PlayedServer;
import anima.mod.server.body.ServerPlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.WorldSavePath;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.border.WorldBorder;
import net.minecraft.world.level.ServerWorldProperties;

/**
 * The suites of a server: at most one run at a time. No class but this one loads the native library on a server, and only
 * when a run begins, is reported, or was left behind by a server that was ended.
 */
public final class Suites {
    /** In the world's folder while its settings are those of a run. */
    private static final String JOURNAL = "anima-restore.jsonl";
    /** In the server's folder. */
    private static final String RUNS = "anima-runs";

    private SuiteRun run;

    /** What cannot be done, in words for the operator. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        Refusal(String why) {
            super(why);
        }
    }

    /** The server has started: what one that was ended has left set is set back. */
    public void started(MinecraftServer server) {
        if (!Files.exists(journal(server))) {
            return;
        }
        Log.info("Anima: a suite was played here when the server ended; the world is set back");
        try {
            load();
            this.restore(server, text -> { });
        } catch (Refusal e) {
            Log.error("Anima: the world is not set back: " + e.getMessage());
        }
    }

    /** The server stops: a run ends, and its world is set back. */
    public void stopping(MinecraftServer server) {
        if (this.run != null && this.run.server() == server) {
            this.run.suite().stop();
            this.tick(server);
        }
    }

    /** A server tick begins, before its bodies are asked. */
    public void beginTick(MinecraftServer server) {
        if (this.run != null && this.run.server() == server) {
            this.tick(server);
        }
    }

    /** A server tick has ended. */
    public void endTick(MinecraftServer server) {
        if (this.run != null && this.run.server() == server && this.run.suite().warps()) {
            ((PlayedServer) server).anima$hurry();
        }
    }

    private void tick(MinecraftServer server) {
        SuiteRun at = this.run;
        try {
            if (at.tick()) {
                this.run = null;
                at.close();
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) { // A mistake of ours must not end the server.
            Log.error("Anima: the suite ends, for Anima made a mistake", e);
            at.say("the suite ends, for Anima made a mistake: " + e.getMessage());
            this.run = null;
            try {
                at.close();
            } catch (RuntimeException | LinkageError | StackOverflowError another) {
                Log.error("Anima: the bodies of the suite did not leave cleanly", another);
            }
            this.restore(server, at::say);
        }
    }

    /** Sets the world back to what the journal says, if there is one. Where that fails the journal stays, for the next start. */
    private void restore(MinecraftServer server, Consumer<String> tell) {
        if (!Files.exists(journal(server))) {
            return;
        }
        try {
            SuiteRun restoring = new SuiteRun(server, Suite.restoring(journal(server).toString()), null, tell);
            try {
                restoring.tick();
            } finally {
                restoring.close();
            }
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            String why = "the world is not set back, for Anima made a mistake; the next start of the server tries again: " + e.getMessage();
            Log.error("Anima: " + why, e);
            tell.accept(why);
        }
    }

    /** Begins a run of a suite. Returns the name of the run. */
    String run(MinecraftServer server, String name, Suite.Options options, boolean withPlayers, Consumer<String> tell) throws Refusal {
        this.ensureFree(server, withPlayers);
        SuiteFiles.SuiteFile file;
        String text;
        try {
            Map<String, SuiteFiles.SuiteFile> all = SuiteFiles.all();
            file = all.get(name);
            if (file == null) {
                throw new Refusal("there is no suite " + name + "; there are " + String.join(", ", all.keySet()));
            }
            text = file.text();
        } catch (IOException e) {
            throw new Refusal("the suites cannot be read: " + e.getMessage());
        }
        String path = file.path().toString();
        return this.begin(server, tell, () -> Suite.run(facts(server), path, text, options));
    }

    /** Plays a run on, the newest if none is named. Returns its name. */
    String resume(MinecraftServer server, String name, boolean withPlayers, Consumer<String> tell) throws Refusal {
        this.ensureFree(server, withPlayers);
        return this.begin(server, tell, () -> Suite.resume(facts(server), name));
    }

    private void ensureFree(MinecraftServer server, boolean withPlayers) throws Refusal {
        if (this.run != null) {
            throw new Refusal(this.run.suite().name() + " is played; /anima-suite stop ends it");
        }
        String refusal = ServerPlay.refusal();
        if (refusal != null) {
            throw new Refusal(refusal);
        }
        int people = PlayedServer.people(server);
        if (people > 0 && !withPlayers) {
            throw new Refusal(people + " on line: time, weather, difficulty and game rules change for all while a suite is played; add --with-players if that may be");
        }
    }

    private String begin(MinecraftServer server, Consumer<String> tell, Supplier<Suite> suite) throws Refusal {
        load();
        Suite begun;
        try {
            begun = suite.get();
        } catch (IllegalStateException e) {
            throw new Refusal(e.getMessage());
        }
        FabricLoader loader = FabricLoader.getInstance();
        try {
            this.run = new SuiteRun(server, begun, new ServerPlay(server, loader.getConfigDir(), loader.getGameDir()), tell);
        } catch (RuntimeException | LinkageError e) {
            begun.close();
            throw e;
        }
        return begun.name();
    }

    /** Ends the run in the tick that comes. */
    void stop() throws Refusal {
        if (this.run == null) {
            throw new Refusal("no suite is played");
        }
        this.run.suite().stop();
    }

    /** How the run stands, line by line. */
    List<String> status() {
        return this.run == null ? List.of("no suite is played") : List.of(this.run.suite().status());
    }

    /** Writes the page of a run, of the newest if none is named, and returns its path. */
    String report(String name) throws Refusal {
        load();
        try {
            return Suite.page(runs().toString(), name);
        } catch (IllegalStateException e) {
            throw new Refusal(e.getMessage());
        }
    }

    /** The suites that there are, line by line. */
    static List<String> list() throws Refusal {
        try {
            List<String> lines = new ArrayList<>();
            SuiteFiles.all().forEach((name, file) -> lines.add(name + ", " + file.where()));
            lines.add("more are looked for in " + SuiteFiles.own());
            return lines;
        } catch (IOException e) {
            throw new Refusal("the suites cannot be read: " + e.getMessage());
        }
    }

    private static void load() throws Refusal {
        try {
            NativeLibrary.load(FabricLoader.getInstance().getGameDir());
        } catch (NativeLibrary.Unavailable e) {
            throw new Refusal(e.getMessage());
        }
    }

    private static Path journal(MinecraftServer server) {
        return save(server).resolve(JOURNAL);
    }

    private static Path save(MinecraftServer server) {
        return server.getSavePath(WorldSavePath.ROOT).toAbsolutePath().normalize();
    }

    private static Path runs() {
        return FabricLoader.getInstance().getGameDir().toAbsolutePath().resolve(RUNS);
    }

    /** What a suite has to know of a server as it is now. */
    private static Suite.Server facts(MinecraftServer server) {
        ServerWorld world = server.getOverworld();
        WorldBorder border = world.getWorldBorder();
        BlockPos spawn = world.getSpawnPos();
        ServerWorldProperties sky = (ServerWorldProperties) world.getLevelProperties();
        boolean rains = world.isRaining();
        boolean thunders = rains && world.isThundering();
        int ticks = thunders ? sky.getThunderTime() : rains ? sky.getRainTime() : Math.max(sky.getClearWeatherTime(), sky.getRainTime());
        return new Suite.Server(
            FabricLoader.getInstance().getConfigDir().toAbsolutePath().toString(), runs().toString(), journal(server).toString(),
            String.valueOf(save(server).getFileName()), world.getRegistryKey().getValue().toString(), world.getDifficulty().getName(),
            thunders ? "thunder" : rains ? "rain" : "clear", ticks, world.getTimeOfDay(), world.getSeed(), spawn.getX() >> 4, spawn.getZ() >> 4,
            border.getCenterX(), border.getCenterZ(), border.getSize());
    }
}
