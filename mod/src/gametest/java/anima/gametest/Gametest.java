package anima.gametest;

import anima.mod.client.ScriptedPlay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.loader.api.FabricLoader;
import net.fabricmc.loader.api.metadata.ModMetadata;
import net.minecraft.client.MinecraftClient;
import net.minecraft.server.MinecraftServer;
import net.minecraft.world.gen.GeneratorOptions;
import net.minecraft.world.gen.WorldPresets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry point of the test mod: makes a new world, plays all sequences in it, writes {@code anima-gametest.txt} into the
 * game's folder, and ends the game, with exit code 0 if all were the same, else 1.
 */
public final class Gametest implements ClientModInitializer {
    private static final Logger LOG = LoggerFactory.getLogger("anima-gametest");
    private static final String REPORT = "anima-gametest.txt";
    private static final String WORLD = "anima-gametest-";
    /** Ticks in which nothing changes before the next thing is done: title screen, world. */
    private static final int QUIET = 40;
    /** Ticks until the title screen, and until the world is there, at most: five minutes each. */
    private static final int PATIENCE = 6000;

    private Phase phase = Phase.STARTS;
    private int ticks;
    private int quiet;
    private Runner runner;

    private enum Phase { STARTS, ENTERS, PLAYS, OVER }

    @Override
    public void onInitializeClient() {
        // At the end of a tick: what makes a world runs the game's loop by itself.
        ClientTickEvents.END_CLIENT_TICK.register(this::tick);
    }

    private void tick(MinecraftClient client) {
        if (this.phase == Phase.OVER) {
            return;
        }
        try {
            this.advance(client);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("The sequences cannot go on", e);
            this.end(client, "cannot go on: " + e);
        }
    }

    private void advance(MinecraftClient client) {
        client.options.pauseOnLostFocus = false; // Of this game's folder only.
        this.ticks++;
        switch (this.phase) {
            case STARTS -> {
                if (this.isQuiet(client.world == null && client.currentScreen != null && client.getOverlay() == null)) {
                    this.next(Phase.ENTERS);
                    enterNewWorld(client);
                } else if (this.ticks > PATIENCE) {
                    this.end(client, "no title screen came");
                }
            }
            case ENTERS -> {
                boolean isThere = client.player != null && client.currentScreen == null && client.getOverlay() == null && client.getServer() != null;
                if (this.isQuiet(isThere)) {
                    this.play(client);
                } else if (this.ticks > PATIENCE) {
                    this.end(client, "the world was not entered; what was shown last is " + client.currentScreen);
                }
            }
            case PLAYS -> {
                this.runner.tickEnded();
                if (client.world == null) {
                    this.end(client, "the world was left before the end");
                } else if (this.runner.isDone()) {
                    this.end(client, null);
                }
            }
            case OVER -> {
            }
        }
    }

    private boolean isQuiet(boolean now) {
        this.quiet = now ? this.quiet + 1 : 0;
        return this.quiet >= QUIET;
    }

    private void next(Phase next) {
        this.phase = next;
        this.ticks = 0;
        this.quiet = 0;
    }

    /** As the demo's own button does ({@code TitleScreen.initWidgetsDemo}), under a name that is free. */
    private static void enterNewWorld(MinecraftClient client) {
        Path saves = FabricLoader.getInstance().getGameDir().resolve("saves");
        int number = 1;
        while (Files.exists(saves.resolve(WORLD + number))) {
            number++;
        }
        client.createIntegratedServerLoader().createAndStart(
            WORLD + number, MinecraftServer.DEMO_LEVEL_INFO, GeneratorOptions.DEMO_OPTIONS, WorldPresets::createDemoOptions);
    }

    private void play(MinecraftClient client) {
        this.next(Phase.PLAYS);
        if (!ScriptedPlay.isPossible()) {
            this.end(client, "Anima itself did not start; logs/latest.log says why");
            return;
        }
        this.runner = new Runner(client, Sequence.all(), new ServerStage(client));
    }

    /** Writes the report and ends the game. */
    private void end(MinecraftClient client, String problem) {
        this.next(Phase.OVER);
        List<Attempt> attempts = this.runner == null ? List.of() : this.runner.attempts();
        List<String> about = about();
        if (problem != null) {
            about.add("");
            about.add("problem: " + problem);
        }
        Path file = FabricLoader.getInstance().getGameDir().resolve(REPORT);
        boolean isWritten = write(file, Report.of(about, attempts));
        if (!isWritten || problem != null || !Report.isGood(attempts)) {
            // The game ends itself with 0, once the world is saved. This runs after that.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(1)));
        }
        client.scheduleStop();
    }

    private static boolean write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8);
            LOG.info("{} is written", file);
            return true;
        } catch (IOException e) {
            LOG.error("{} cannot be written; this is what it would hold:\n{}", file, text, e);
            return false;
        }
    }

    /** Java, the system, and every mod with its version, the game and the loader among them. */
    private static List<String> about() {
        List<String> all = new ArrayList<>();
        all.add("java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        FabricLoader.getInstance().getAllMods().forEach(mod -> {
            ModMetadata about = mod.getMetadata();
            all.add("mod " + about.getId() + " " + about.getVersion().getFriendlyString());
        });
        return all;
    }
}
