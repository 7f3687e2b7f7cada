package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.doubles.Gl;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Body;
import anima.mod.bridge.Host;
import anima.mod.bridge.Turn;
import anima.mod.observe.GameRegistries;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.EventConstants;

/** Worlds that come and go, sessions that end, mistakes. */
class LifeTest extends InGame {
    @TempDir
    Path folder;

    @BeforeEach
    void open() {
        play = Game.open(home, "look = \"exact\"", "seed = 3");
    }

    private void joinAndAct() {
        Flat.join(client);
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
    }

    @Test
    void ticksWithoutAWorldAreHarmless() {
        for (int i = 0; i < 10; i++) {
            client.tick();
        }
        assertEquals(0, Game.pressed());
    }

    /** What the game's own log gets while something is done. */
    static String logged(Runnable what) {
        PrintStream before = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Logger log = LoggerFactory.getLogger("anima");
        try {
            Field level = log.getClass().getDeclaredField("currentLogLevel");
            level.setAccessible(true);
            int off = level.getInt(log);
            level.setInt(log, EventConstants.INFO_INT);
            System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            try {
                what.run();
            } finally {
                System.setErr(before);
                level.setInt(log, off);
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("another logger than slf4j-simple", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsLoggedAtTheStartIsInTheGamesLogBeforeThereIsAWorld() {
        String text = logged(client::tick);
        assertTrue(text.contains("INFO anima"), text);
    }

    @Test
    void whatIsLoggedLastIsInTheGamesLogToo() {
        joinAndAct();
        assertEquals("", logged(() -> { }));
        Game.type("anima stop");
        String text = logged(play::close);
        assertTrue(text.contains("stopped: obtain 64 cobblestone"), text);
    }

    @Test
    void aDisconnectDropsTheGoal() {
        joinAndAct();
        Flat.leave(client);
        client.tick();
        assertFalse(play.isEngaged());
        Flat.join(client);
        for (int i = 0; i < 20; i++) {
            client.tick();
            assertEquals(0, Game.pressed(), "another world, no goal");
        }
        assertEquals(Turn.IDLE, play.status().state());
    }

    @Test
    void anotherDimensionKeepsTheGoal() {
        joinAndAct();
        Flat.enter(client, "minecraft:the_nether");
        client.tick();
        Game.tickUntilActing();
        assertTrue(play.status().goal().contains("cobblestone"), play.status().goal());
    }

    /** Ticks in a world that the agent travels in until it is under way: forward is held, and has moved the player. */
    private void walk() {
        double x = client.player.getX();
        double z = client.player.getZ();
        Game.type("anima do obtain 1 iron_pickaxe");
        for (int i = 0; i < 600; i++) {
            client.tick();
            if (client.options.forwardKey.isPressed() && Math.hypot(client.player.getX() - x, client.player.getZ() - z) > 2) {
                return;
            }
        }
        throw new AssertionError("it walks nowhere: " + play.status().detail());
    }

    private void changeInTheMiddleOfAPath(Runnable change, Runnable then) {
        Assumptions.assumeTrue(Game.hasHost(), "SKIPPED: no library of the embedded world");
        try (EmbeddedWorld world = EmbeddedWorld.generated(3, 8)) {
            new EmbeddedGame(world, client);
            walk();
            change.run();
            client.tick();
            then.run();
            for (int i = 0; i < 20; i++) {
                client.tick();
                assertEquals(0, Game.pressed(), "keys");
                assertEquals(0, Game.waitingPresses(), "presses");
                assertFalse(play.isEngaged());
            }
            assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
        }
    }

    private void assertNothingIsPressed() {
        assertEquals(0, Game.pressed(), "at once");
    }

    @Test
    void whoLeavesInTheMiddleOfAPathHoldsNoKey() {
        changeInTheMiddleOfAPath(() -> Flat.leave(client), this::assertNothingIsPressed);
    }

    @Test
    void norWhoJoinsAnotherGame() {
        changeInTheMiddleOfAPath(() -> Flat.join(client), this::assertNothingIsPressed);
    }

    @Test
    void whoEntersAnotherDimensionGoesOnThereUntilStopped() {
        changeInTheMiddleOfAPath(() -> Flat.enter(client, "minecraft:the_nether"), () -> {
            assertTrue(play.isEngaged(), "the goal is kept");
            Game.type("anima stop");
        });
    }

    @Test
    void chunksBlocksAndEntitiesComeAndGo() {
        joinAndAct();
        SheepEntity sheep = new SheepEntity();
        sheep.doubleId = 7;
        sheep.doubleType = GameData.entityType("other:gnome");
        sheep.doubleHealth = 8;
        client.world.doubleEntities.add(sheep);
        ItemEntity item = new ItemEntity();
        item.doubleId = 8;
        item.doubleType = GameData.entityType("minecraft:item");
        item.doubleStack = new ItemStack(GameData.item("minecraft:dirt"), 3);
        client.world.doubleEntities.add(item);
        for (int i = 0; i < 50; i++) {
            client.world.onBlockChanged(new BlockPos(i, 63, 0), null, GameData.state("other:jelly"));
            client.tick();
        }
        client.world.doubleEntities.remove(sheep);
        client.tick();
        client.world.doubleChunks.doubleUnload(client.world, 2, 2);
        client.tick();
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
    }

    @Test
    void deathAndRespawn() {
        joinAndAct();
        client.player.doubleHealth = 3;
        client.tick();
        client.player.doubleHealth = 0;
        client.doubleConnection.onDeathMessage(new DeathMessageS2CPacket(1, Text.literal("Anna fell from a high place")));
        client.tick();
        assertEquals(0, Game.pressed());
        assertTrue(client.player.doubleRespawns);
        ClientPlayerEntity old = client.player;
        Flat.respawn(client);
        assertTrue(client.player != old);
        Game.tickUntilActing();
        assertTrue(play.body().status().deaths() >= 1, "the agent knows of its death");
    }

    @Test
    void aClosedBodyThrowsAndNothingElse() {
        joinAndAct();
        Body body = play.body();
        play.close();
        assertThrows(IllegalStateException.class, body::close);
        assertThrows(IllegalStateException.class, () -> body.tick(0, new Turn()));
        assertThrows(IllegalStateException.class, () -> body.senses().screen(0));
        assertThrows(IllegalStateException.class, () -> body.console().run("status"));
        play.close();
        for (int i = 0; i < 5; i++) {
            client.tick();
        }
        assertEquals(0, Game.pressed());
    }

    @Test
    void anotherThreadIsRefused() throws InterruptedException {
        Body body = play.body();
        Throwable[] thrown = new Throwable[1];
        Thread other = new Thread(() -> {
            try {
                body.console().run("status");
            } catch (IllegalStateException e) {
                thrown[0] = e;
            }
        });
        other.start();
        other.join();
        assertTrue(thrown[0] instanceof IllegalStateException);
    }

    @Test
    void aFailureOfTheGameStopsTheAgentAndNothingElse() {
        joinAndAct();
        var hunger = client.player.getInventory();
        hunger.main.set(5, null); // A broken game: the slot throws.
        client.tick();
        assertEquals(0, Game.pressed());
        assertFalse(play.isEngaged());
        client.tick();
        client.tick();
        assertEquals(1, client.inGameHud.getChatHud().doubleLines.size(), "said once: " + client.inGameHud.getChatHud().doubleLines);
        hunger.main.set(5, ItemStack.EMPTY);
        Game.type("anima resume");
        Game.tickUntilActing();
    }

    @Test
    void aPanicStopsTheAgentAndTheBodyTakesANewGoal() throws IOException {
        joinAndAct();
        List<String> answer = Game.type("anima fault panic");
        if (answer.stream().anyMatch(line -> line.startsWith("syntax"))) {
            System.err.println("SKIPPED: this library serves no faults");
            return;
        }
        client.tick();
        assertEquals(0, Game.pressed());
        assertFalse(play.isEngaged());
        assertEquals(1, client.inGameHud.getChatHud().doubleLines.size());
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        Game.close(play);
        play = null;
        String log = Files.readString(home.resolve("logs/anima.log"));
        Pattern place = Pattern.compile("panic: broken on purpose \\(native.bridge.src.play\\.rs:[0-9]+\\); JNI_OnLoad is at 0x");
        assertTrue(place.matcher(log).find(), "its place, as the repository names it, and by what its calls are found in the symbols: " + log);
    }

    @Test
    void thePicturesThatItWantsAreRead() {
        joinAndAct();
        Gl.reset();
        play.frames().want();
        client.doubleRender();
        assertEquals(null, Gl.LIVE.get("fence"), "not yet: the world alone is wanted");
        for (int i = 0; i < 4; i++) {
            net.fabricmc.fabric.api.client.rendering.v1.WorldRenderEvents.END.invoker().onEnd(null);
            client.doubleRender(); // The mixin in MinecraftClient.render fetches what is done.
            Gl.nextFrame();
        }
        assertEquals(0, Gl.LIVE.get("fence"), "asked for and fetched");
        assertEquals(1, Gl.LIVE.get("buffer").intValue());
    }

    /** Frames and ticks until the agent has the pictures that it asks for, or some seconds have gone. */
    private List<String> whyAfterFrames() throws InterruptedException {
        List<String> why = List.of();
        for (int i = 0; i < 200; i++) {
            client.tick();
            net.fabricmc.fabric.api.client.rendering.v1.WorldRenderEvents.END.invoker().onEnd(null);
            client.doubleRender();
            Gl.nextFrame();
            Thread.sleep(5); // A thread of the library makes them small.
            why = Game.type("anima why");
            if (why.stream().anyMatch(line -> line.contains("what it saw"))) {
                return why;
            }
        }
        return why;
    }

    /** From the agent's wish by the game's picture to the file that is named. */
    @Test
    void whatItSawWhenTheGoalBeganIsSavedByWhy() throws IOException, InterruptedException {
        Gl.reset();
        joinAndAct();
        List<String> why = whyAfterFrames();
        String saw = why.stream().filter(line -> line.startsWith("what it saw when the goal begins: ")).findFirst().orElse("none in " + why);
        Path file = Path.of(saw.substring(saw.indexOf(": ") + 2));
        assertTrue(file.startsWith(home.resolve("screenshots")), saw);
        byte[] bytes = Files.readAllBytes(file);
        assertTrue(bytes.length > 500 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xd8, "a JPEG");
        assertEquals(why, Game.type("anima why"), "it is saved once");
    }

    @Test
    void wherePicturesAreTurnedOffTheGameIsAskedForNone() throws InterruptedException {
        Game.close(play);
        play = Game.open(home, "look = \"exact\"", "seed = 3", "pictures = false");
        Gl.reset();
        joinAndAct();
        List<String> why = whyAfterFrames();
        assertTrue(why.stream().noneMatch(line -> line.contains("what it saw")), why.toString());
        assertEquals(null, Gl.LIVE.get("fence"));
        assertFalse(Files.exists(home.resolve("screenshots")));
    }

    @Test
    void twoClientsInOneFolder() {
        Host one = Host.open(folder, folder, GameRegistries.read());
        Host two = Host.open(folder, folder, GameRegistries.read());
        assertTrue(Files.exists(folder.resolve("logs/anima.log")));
        assertTrue(Files.exists(folder.resolve("logs/anima-2.log")), "each has a log of its own");
        one.close();
        two.close();
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoObstacle() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "no folder");
        Host host = Host.open(file.resolve("config"), file.resolve("game"), GameRegistries.read());
        assertTrue(host.config().problem() != null, "it says what is wrong");
        Body body = host.body();
        assertFalse(body.console().run("status").isEmpty());
        body.close();
        host.close();
    }

    @Test
    void aWrongSettingKeepsTheDefaultsAndIsNamed() throws IOException {
        Files.writeString(folder.resolve("anima.toml"), "[game]\nwatchdog_s = \"soon\"\n");
        Host host = Host.open(folder, folder, GameRegistries.read());
        assertTrue(host.config().problem().contains("watchdog_s"), host.config().problem());
        assertEquals(60, host.config().number("game.watchdog_s"));
        host.close();
    }
}
