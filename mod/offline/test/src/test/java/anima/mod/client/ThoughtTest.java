package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.host.NativeThreads;
import anima.mod.bridge.Turn;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.minecraft.server.integrated.IntegratedServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.server.world.ThreadedAnvilChunkStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole pause in single player: the agent asks a model over HTTP, which takes its time or never answers. */
class ThoughtTest extends InGame {
    private static final int WATCHDOG_SECONDS = 1;
    private static final long WATCHDOG_NANOS = WATCHDOG_SECONDS * 1_000_000_000L;

    private final IntegratedServer server = new IntegratedServer();
    private final ServerWorld world = new ServerWorld();
    private ServerPlayNetworkHandler network;
    private int commands;
    /** Ticks of the server's world when the pause begins, shortly before an autosave. */
    private int played;
    /** The pause began between these two. */
    private long notBefore;
    private long notAfter;

    @TempDir
    Path folder;

    @BeforeEach
    void serve() {
        world.doubleServer = server;
        server.doubleWorlds.add(world);
    }

    /** Joins a world of this client's own and gives a goal that the model at this port is asked about. */
    private void think(int port, int watchdogSeconds) throws IOException {
        Files.writeString(folder.resolve("anima.toml"), "[game]\nwatchdog_s = " + watchdogSeconds + "\n\n[model]\nurl = \"http://127.0.0.1:" + port + "/v1\"\nname = \"silent\"\n");
        play = Game.open(folder, folder);
        Flat.join(client);
        client.doubleServer = server;
        ServerPlayerEntity host = new ServerPlayerEntity(server);
        host.doubleUuid = client.player.doubleUuid;
        server.getPlayerManager().doublePlayers.put(host.getUuid(), host);
        network = new ServerPlayNetworkHandler(host);
        server.doubleNetwork.add(network::tick);
        client.tick();
        while (server.getTicks() < 5_950) {
            server.tick(() -> true);
        }
        played = world.doubleTicks;
        assertEquals(5_950, played);
        Game.type("anima do obtain 64 cobblestone");
        for (int i = 0; i < 100 && !play.pause().isStill(); i++) {
            notBefore = System.nanoTime();
            client.tick();
        }
        notAfter = System.nanoTime();
        assertTrue(play.pause().isStill(), "it thinks");
        storage().doubleUnsavedChunks = 100;
        storage().doubleUnsavedPoints = 100;
        assertEquals(Turn.THINKING, play.turn().state());
    }

    private ThreadedAnvilChunkStorage storage() {
        return world.doubleChunks.threadedAnvilChunkStorage;
    }

    /** Ticks of the server, each with a command that somebody has typed. */
    private void serve(int ticks) {
        for (int i = 0; i < ticks; i++) {
            server.execute(() -> commands++);
            server.tick(() -> true);
        }
    }

    /** A model's port that takes connections and never says a word. */
    private static ServerSocket silence() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @Test
    void whileItThinksNothingPassesAndWithAMindHungForGoodTheWatchdogEndsItOnTime() throws IOException {
        try (ServerSocket silent = silence()) {
            long unnamed = NativeThreads.unnamed();
            think(silent.getLocalPort(), WATCHDOG_SECONDS);
            int shown = client.world.doubleTicks;
            int networkTicks = network.doubleTicks;
            int served = 0;
            int saves = 0;
            while (play.pause().isStill()) {
                assertEquals(shown, client.world.doubleTicks, "ticks of the client's world");
                assertEquals(0, Game.pressed());
                assertEquals(null, client.currentScreen);
                assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines, "chat lines");
                assertEquals(List.of(), client.doubleConnection.doubleChat, "chat that was sent");
                assertTrue(Game.type("anima status").toString().contains("thinking"), "commands of the client");
                for (int i = 0; i < 100; i++) {
                    long now = System.nanoTime();
                    serve(1);
                    if (!play.pause().isStill()) { // The server's own clock was first.
                        break;
                    }
                    assertTrue(now - notAfter < WATCHDOG_NANOS, "no tick that begins after its time is held");
                    served++;
                    saves = server.doubleSaves + storage().doubleSaves;
                    assertEquals(played, world.doubleTicks, "ticks of the server's world");
                    assertEquals(networkTicks + served, network.doubleTicks, "network ticks");
                    assertEquals(served, commands, "commands of the server");
                }
                client.tick();
            }
            long nanos = System.nanoTime() - notBefore;
            System.out.println("a mind hung for good: paused for " + served + " server ticks, 0 world ticks, " + saves + " saves, 0 chat lines, "
                + served + " commands; ended after " + nanos / 1_000_000 + " ms of " + WATCHDOG_NANOS / 1_000_000);
            assertTrue(served > 100, "an autosave was due");
            assertEquals(0, saves, "saves");
            assertTrue(nanos >= WATCHDOG_NANOS, "not before its time");

            int before = world.doubleTicks;
            serve(1);
            assertEquals(before + 1, world.doubleTicks, "the world goes on within one tick");
            for (int i = 0; i < 200; i++) {
                client.tick();
                serve(1);
                assertFalse(play.pause().isStill(), "and is not held again for the same thought");
            }
            assertEquals(before + 201, world.doubleTicks);
            assertEquals(1, Collections.frequency(client.inGameHud.doubleOverlays, "anima.watchdog"));
            assertEquals(1, client.inGameHud.getChatHud().doubleLines.size(), "said once: " + client.inGameHud.getChatHud().doubleLines);
            assertTrue(Game.type("anima status").toString().contains("thinking"));

            assertEquals(List.of("anima-asks", "anima-log", "anima-model"), NativeThreads.named());
            assertEquals(unnamed, NativeThreads.unnamed(), "each thread of ours has a name");
            long closing = System.nanoTime();
            play.close();
            assertTrue(System.nanoTime() - closing < 1_000_000_000L, "closing waits for no model");
            assertEquals(List.of(), NativeThreads.leftASecondAfter(closing));
        }
    }

    @Test
    void aClientHungForGoodIsLetGoOfByItsServer() throws IOException, InterruptedException {
        try (ServerSocket silent = silence()) {
            think(silent.getLocalPort(), WATCHDOG_SECONDS);
            while (true) { // No tick of the client any more.
                Thread.sleep(1);
                long now = System.nanoTime();
                serve(1);
                if (world.doubleTicks > played) {
                    break;
                }
                assertTrue(now - notAfter < WATCHDOG_NANOS, "no tick that begins after its time is held");
            }
            long nanos = System.nanoTime() - notBefore;
            System.out.println("a client hung for good: its server went on after " + nanos / 1_000_000 + " ms of " + WATCHDOG_NANOS / 1_000_000);
            assertTrue(nanos >= WATCHDOG_NANOS, "not before its time");
        }
    }

    @Test
    void withTheAnswerTheWorldGoesOnWithinOneTick() throws IOException, InterruptedException {
        CountDownLatch answer = new CountDownLatch(1);
        HttpServer model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.createContext("/", exchange -> {
            try {
                answer.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(401, 2); // No key: the rules plan instead.
            exchange.getResponseBody().write("no".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        model.start();
        try {
            think(model.getAddress().getPort(), 600);
            for (int i = 0; i < 100; i++) {
                client.tick();
                serve(1);
            }
            assertEquals(played, world.doubleTicks);
            answer.countDown();
            int shown = client.world.doubleTicks;
            for (long began = System.nanoTime(); play.turn().state() == Turn.THINKING && System.nanoTime() - began < 60_000_000_000L; Thread.sleep(1)) {
                assertEquals(shown, client.world.doubleTicks, "it thinks on");
                client.tick();
                if (play.turn().state() == Turn.THINKING) {
                    serve(1);
                    assertEquals(played, world.doubleTicks);
                }
            }
            assertEquals(Turn.ACTING, play.turn().state());
            assertEquals(shown + 1, client.world.doubleTicks, "the client's world, in the tick of the answer");
            serve(1);
            assertEquals(played + 1, world.doubleTicks, "the server's world, with its next tick");
            assertEquals(0, client.inGameHud.doubleOverlays.size(), "not by the watchdog");
        } finally {
            answer.countDown();
            model.stop(0);
        }
    }
}
