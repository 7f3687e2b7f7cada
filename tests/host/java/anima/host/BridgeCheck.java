package anima.host;

import anima.mod.bridge.Body;
import anima.mod.bridge.BridgePanic;
import anima.mod.bridge.Config;
import anima.mod.bridge.Console;
import anima.mod.bridge.EntityState;
import anima.mod.bridge.Host;
import anima.mod.bridge.NativeLibrary;
import anima.mod.bridge.Registries;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Status;
import anima.mod.bridge.Terrain;
import anima.mod.bridge.Turn;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Checks of the border in a plain JVM: each native method is called, misuse is an exception, and the same goal, world and
 * seed give the same game as {@code anima run}. Run it with {@code -Danima.library} and {@code -Danima.host}.
 *
 * <p>{@code BridgeCheck same GOAL RADIUS TICKS SEED...}, {@code BridgeCheck misuse}, {@code BridgeCheck faults CALLS},
 * {@code BridgeCheck speed TICKS}, {@code BridgeCheck panic} (with a library that has the feature {@code faults}).
 */
public final class BridgeCheck {
    private BridgeCheck() {}

    /** Runs one check; an error in it is thrown. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("anima-check");
        NativeLibrary.load(folder);
        EmbeddedWorld.load(Path.of(System.getProperty("anima.host")));
        switch (args[0]) {
            case "same" -> {
                int radius = Integer.parseInt(args[2]);
                for (String seed : Arrays.copyOfRange(args, 4, args.length)) {
                    int ticks = same(folder, args[1], Long.parseLong(seed), radius, Long.parseLong(args[3]));
                    System.out.println("same: seed " + seed + ", " + ticks + " ticks");
                }
            }
            case "misuse" -> misuse(folder);
            case "panic" -> panic(folder);
            case "faults" -> faults(folder, Long.parseLong(args[1]));
            case "speed" -> Speed.run(folder, Integer.parseInt(args[1]));
            default -> throw new IllegalArgumentException("no check " + args[0]);
        }
        System.out.println("ok: " + args[0]);
    }

    /** Plays a goal to its end and compares each control, the look bit by bit. Returns the ticks it took. */
    public static int same(Path folder, String goal, long seed, int radius, long limit) throws Exception {
        int[] expected = EmbeddedWorld.reference(goal, seed, radius, limit);
        Path config = Files.createTempDirectory(folder, "config");
        Files.writeString(
                config.resolve("anima.toml"),
                "[game]\nlook = \"exact\"\nseed = " + seed + "\nlimit_ticks = " + limit + "\n");
        EmbeddedWorld world = EmbeddedWorld.generated(seed, radius);
        Direct direct = new Direct(world, config, folder);
        Body body = direct.body();
        Host host = direct.host();
        expect(host.config().problem() == null, host.config().problem());
        expect(body.console().run("do " + goal).get(0).tone() == Console.Tone.GOOD, "the goal is refused");
        while (true) {
            direct.decide();
            if (direct.turn().state() == Turn.IDLE) {
                break;
            }
            direct.act();
            int[] done = world.controls();
            int last = done.length - EmbeddedWorld.CONTROL;
            int[] did = Arrays.copyOfRange(done, last, done.length);
            expect(last < expected.length, "it goes on after tick " + world.ticks());
            int[] should = Arrays.copyOfRange(expected, last, last + EmbeddedWorld.CONTROL);
            expect(
                    Arrays.equals(did, should),
                    "seed " + seed + ", tick " + world.ticks() + ": " + Arrays.toString(did) + ", but anima run does "
                            + Arrays.toString(should));
        }
        int ticks = (int) world.ticks();
        expect(ticks * EmbeddedWorld.CONTROL == expected.length, "it ended after " + ticks + " ticks");
        Status status = body.status();
        expect(status.endings() == 1 && !status.ended().isEmpty(), "no goal has ended");
        direct.close();
        world.close();
        return ticks;
    }

    /** Calls every method wrongly: each is a clear exception, and everything still works afterwards. */
    public static void misuse(Path folder) throws Exception {
        Registries registries = Direct.registries();
        throwsWith(NullPointerException.class, "registries", () -> Host.open(folder, folder, null));
        long unnamed = NativeThreads.unnamed();
        Host host = Host.open(folder, folder, registries);
        Terrain terrain = host.terrain(-64, 384, EmbeddedWorld.biomes());
        Body body = host.body();
        Turn turn = new Turn();
        Senses senses = body.senses();
        ByteBuffer direct = ByteBuffer.allocateDirect(64);

        throwsWith(IllegalStateException.class, "no world is entered", () -> body.tick(0, turn));
        throwsWith(IllegalStateException.class, "no world is entered", () -> senses.selected(0));
        throwsWith(IllegalArgumentException.class, "bottomY is 3", () -> host.terrain(3, 384, EmbeddedWorld.biomes()));
        throwsWith(IllegalArgumentException.class, "height is 0", () -> host.terrain(-64, 0, EmbeddedWorld.biomes()));
        throwsWith(NullPointerException.class, "world is null",
                () -> body.enterWorld(terrain, null, "minecraft:overworld", false));
        throwsWith(NullPointerException.class, "dimension is null",
                () -> body.enterWorld(terrain, "embedded", null, false));
        throwsWith(NullPointerException.class, "biomes is null",
                () -> host.terrain(-64, 384, null));
        body.leaveWorld();
        body.enterWorld(terrain, "embedded", "minecraft:overworld", false);
        throwsWith(IllegalStateException.class, "Senses.place was not called", () -> body.tick(0, turn));
        body.console().run("do obtain 1 dirt");
        expect(body.looks(), "an agent with a goal looks, so that it is told of the land");

        throwsWith(NullPointerException.class, "sections is null", () -> terrain.column(0, 0, null, 0, 1));
        throwsWith(IllegalArgumentException.class, "no direct buffer",
                () -> terrain.column(0, 0, ByteBuffer.allocate(64), 0, 64));
        throwsWith(IllegalArgumentException.class, "do not lie in sections",
                () -> terrain.column(0, 0, direct, 0, 65));
        throwsWith(IllegalArgumentException.class, "do not lie in sections",
                () -> terrain.column(0, 0, direct, -1, 1));
        throwsWith(IllegalArgumentException.class, "do not lie in sections",
                () -> terrain.column(0, 0, direct, Integer.MAX_VALUE, Integer.MAX_VALUE));
        throwsWith(IllegalArgumentException.class, "section 8, byte 64", () -> terrain.column(0, 0, direct, 0, 64));
        terrain.block(0, 0, 0, -1); // Ids that mean nothing stand for what nobody minds.
        terrain.unload(3, 3);

        throwsWith(IllegalArgumentException.class, "slot is 41", () -> senses.inventory(41, 1, 1, 0, null));
        senses.inventory(0, 99999, 1, 0, null);
        throwsWith(IllegalArgumentException.class, "count is -1", () -> senses.inventory(0, 1, -1, 0, null));
        throwsWith(IllegalArgumentException.class, "pairs", () -> senses.cursor(1, 1, 0, new int[3]));
        throwsWith(IllegalArgumentException.class, "0 to 8", () -> senses.selected(9));
        senses.menu(77, 10);
        senses.menu(Senses.MENU_PLAYER, 46);
        throwsWith(IllegalArgumentException.class, "slot 46", () -> senses.slot(46, 1, 1, 0, null));
        throwsWith(IllegalArgumentException.class, "0 to 9", () -> senses.property(10, 1));
        throwsWith(IllegalArgumentException.class, "screen is 5", () -> senses.screen(5));
        throwsWith(IllegalArgumentException.class, "weather is 3", () -> senses.world(0, 3, false));
        throwsWith(IllegalArgumentException.class, "face is 6", () -> senses.targetBlock(0, 0, 0, 6, 0, 0, 0));
        throwsWith(IllegalArgumentException.class, "cross-hair", () -> senses.targetBlock(0, 0, 0, 0, Double.NaN, 0, 0));
        throwsWith(NullPointerException.class, "effects is null", () -> senses.effects(null, 0));
        throwsWith(NullPointerException.class, "names is null", () -> senses.statistics(null, new int[1]));
        throwsWith(NullPointerException.class, "counts is null", () -> senses.statistics(new String[1], null));
        throwsWith(IllegalArgumentException.class, "2 names of statistics and 1 counts",
                () -> senses.statistics(new String[2], new int[1]));
        senses.statistics(new String[] {"minecraft.custom:minecraft.jump", "mod.seen:mod.ghost", null}, new int[] {3, 1, 2});
        senses.light(15, 99);
        throwsWith(IllegalArgumentException.class, "an array of 2", () -> senses.effects(new int[2], 1));
        entity(senses, 1, -1, 0);
        throwsWith(IllegalArgumentException.class, "position", () -> entity(senses, 1, 1, Double.NaN));
        throwsWith(NullPointerException.class, "text is null", () -> body.events().chat("a", null, true));
        throwsWith(NullPointerException.class, "message is null", () -> body.events().died(null));
        throwsWith(IllegalArgumentException.class, "width is 0", () -> body.frames().frame(direct, 0, 1));
        throwsWith(IllegalArgumentException.class, "do not lie in pixels", () -> body.frames().frame(direct, 5, 5));
        throwsWith(NullPointerException.class, "line is null", () -> body.console().run(null));
        throwsWith(IllegalArgumentException.class, "no setting", () -> host.config().value("x"));
        senses.entityItem(12345, 1, 1, 0, null);
        senses.entityGone(12345);

        stand(senses);
        body.console().run("stop");
        throwsWith(IllegalArgumentException.class, "worldTick is -1", () -> body.tick(-1, turn));
        throwsWith(NullPointerException.class, "", () -> body.tick(0, null));
        body.tick(0, turn);
        expect(turn.state() == Turn.IDLE && turn.hotbar() == Turn.NONE, "an idle turn does nothing");
        body.frames().frame(ByteBuffer.allocateDirect(4 * 640 * 360), 640, 360);
        body.handOver();
        body.resume();
        body.pausable(false);
        expect(body.chat() == null && body.rename() == null, "nothing is said");
        expect(body.status().goal().isEmpty(), "there is no goal");
        expect(body.console().takeAnswers().isEmpty(), "nothing was asked");
        List<Console.Command> commands = body.console().commands();
        expect(commands.stream().anyMatch(command -> command.name().equals("do now")), "no command do now");
        Console.Suggestions suggestions = body.console().suggest("do obtain 1 diamond_pi");
        expect(suggestions.start() == 12 && suggestions.texts().get(0).equals("diamond_pickaxe"), "" + suggestions);
        expect(body.console().suggest("do ü dirt").start() == 5, "places are counted as Java counts");
        for (Config.Key key : host.config().keys()) {
            expect(host.config().value(key.name()).equals(key.value()), key.name());
            expect(host.config().set(key.name(), key.value()) == null, key.name());
        }
        expect(host.config().set("game.hud", "perhaps") != null, "no hud is perhaps");
        expect(host.config().isOn("game.hud") && host.config().number("game.watchdog_s") == 60, "defaults");
        expect(host.config().reload() == null && host.config().problem() == null, "the file is sound");
        expect(host.takeLog() != null && host.takeLog() == null, "the log is taken once");

        AtomicReference<Throwable> elsewhere = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                body.tick(1, turn);
            } catch (Throwable thrown) {
                elsewhere.set(thrown);
            }
        });
        thread.start();
        thread.join();
        expect(
                elsewhere.get() instanceof IllegalStateException
                        && elsewhere.get().getMessage().contains("belongs to the thread main"),
                "from another thread: " + elsewhere.get());

        Host second = Host.open(folder, folder, registries);
        expect(Files.exists(folder.resolve("logs/anima-2.log")), "two clients write two logs");
        second.close();
        expect(NativeThreads.named().equals(List.of("anima-log", "anima-pictures")), "of ours: " + NativeThreads.named());
        expect(NativeThreads.unnamed() == unnamed, "a thread of ours has no name");
        long before = System.nanoTime();
        body.close();
        terrain.close();
        host.close();
        expect(System.nanoTime() - before < 1_000_000_000L, "closing takes long");
        List<String> left = NativeThreads.leftASecondAfter(before);
        expect(left.isEmpty(), "a thread of ours is left: " + left);
        throwsWith(IllegalStateException.class, "closed", body::close);
        throwsWith(IllegalStateException.class, "closed", terrain::close);
        throwsWith(IllegalStateException.class, "closed", host::close);
        throwsWith(IllegalStateException.class, "closed", () -> body.tick(1, turn));
        throwsWith(IllegalStateException.class, "closed", () -> senses.selected(1));
        throwsWith(IllegalStateException.class, "closed", () -> body.console().commands());
        throwsWith(IllegalStateException.class, "closed", () -> body.console().run("status"));
    }

    /** A panic stops the agent and nothing else. */
    public static void panic(Path folder) throws Exception {
        EmbeddedWorld world = EmbeddedWorld.generated(4, 2);
        Direct direct = new Direct(world, folder, folder);
        Body body = direct.body();
        body.console().run("do obtain 1 diamond");
        direct.decide();
        direct.act();
        expect(direct.turn().state() == Turn.ACTING, "it plays");
        body.console().run("fault panic");
        throwsWith(BridgePanic.class, "broken on purpose", direct::decide);
        direct.decide();
        expect(direct.turn().state() == Turn.IDLE && direct.turn().keys() == 0, "all keys are released");
        expect(body.status().ending() == Status.FAILED, "the goal is given up");
        body.console().run("do obtain 1 diamond");
        direct.act();
        direct.decide();
        expect(direct.turn().state() == Turn.ACTING, "it plays again");
        body.console().run("fault hang");
        for (int i = 0; i < 100; i++) {
            direct.decide();
            expect(direct.turn().state() == Turn.THINKING && direct.turn().wantsPause(), "it thinks for ever");
        }
        body.handOver();
        direct.decide();
        expect(direct.turn().state() == Turn.YOURS && !direct.turn().wantsPause(), "the player plays");
        direct.close();
        world.close();
        String log = Files.readString(folder.resolve("logs/anima.log"));
        String panic = log.substring(Math.max(0, log.indexOf("panic: broken on purpose")));
        expect(panic.startsWith("panic: broken on purpose"), "it is logged");
        expect(panic.matches("(?s)[^\n]*\n *\\| *0: .*\n *\\| *\\d+: [^\n]*tick\\b.*"), "with a backtrace: " + panic);
    }

    /** Calls methods at random with good, bad and no arguments; nothing but the exceptions that are named may come. */
    public static void faults(Path folder, long calls) {
        Random random = new Random(7);
        Registries registries = Direct.registries();
        Host host = Host.open(folder, folder, registries);
        Terrain terrain = host.terrain(-64, 384, EmbeddedWorld.biomes());
        Body body = host.body();
        Turn turn = new Turn();
        ByteBuffer direct = ByteBuffer.allocateDirect(1 << 16);
        ByteBuffer heap = ByteBuffer.allocate(1 << 10);
        int[] thrown = new int[3];
        for (long call = 0; call < calls; call++) {
            try {
                switch (random.nextInt(32)) {
                    case 0 -> {
                        Terrain next = host.terrain(16 * (random.nextInt(20) - 10), 16 * random.nextInt(30), EmbeddedWorld.biomes());
                        terrain.close();
                        terrain = next;
                        body.enterWorld(
                                terrain, random.nextInt(4) == 0 ? text(random) : "save/" + random.nextInt(3),
                                random.nextBoolean() ? "minecraft:overworld" : "minecraft:the_nether", random.nextBoolean());
                    }
                    case 1 -> body.leaveWorld();
                    case 2, 3, 4, 5 -> body.tick(random.nextInt(1000) - 1, turn);
                    case 6, 7 -> stand(body.senses());
                    case 8 -> body.senses().inventory(any(random), any(random), any(random), any(random), ints(random));
                    case 9 -> body.senses().menu(any(random), any(random));
                    case 10 -> body.senses().slot(any(random), any(random), any(random), any(random), ints(random));
                    case 11 -> body.senses().cursor(any(random), any(random), any(random), ints(random));
                    case 12 -> body.senses().property(any(random), any(random));
                    case 13 -> body.senses().screen(any(random));
                    case 14 -> entity(body.senses(), any(random), any(random), number(random));
                    case 15 -> body.senses().entityItem(any(random), any(random), any(random), 0, ints(random));
                    case 16 -> body.senses().entityGone(any(random));
                    case 17 -> body.senses().targetBlock(
                            any(random), any(random), any(random), any(random), number(random), 0, 0);
                    case 18 -> body.senses().effects(ints(random), any(random));
                    case 19 -> terrain.block(any(random), any(random), any(random), any(random));
                    case 20 -> {
                        for (int i = 0; i < 100; i++) {
                            direct.put(random.nextInt(direct.capacity()), (byte) random.nextInt());
                        }
                        terrain.column(
                                any(random), any(random), random.nextInt(9) == 0 ? null : direct, any(random), any(random));
                    }
                    case 21 -> terrain.column(any(random), any(random), heap, any(random), any(random));
                    case 22 -> terrain.unload(any(random), any(random));
                    case 23 -> body.events().chat(text(random), text(random), random.nextBoolean());
                    case 24 -> body.events().hurt((float) number(random), any(random));
                    case 25 -> body.events().died(text(random));
                    case 26 -> body.frames().frame(random.nextBoolean() ? direct : heap, any(random), any(random));
                    case 27 -> body.console().run(text(random));
                    case 28 -> body.console().suggest(text(random));
                    case 29 -> body.senses().light(any(random), any(random));
                    case 30 -> body.senses().statistics(
                            random.nextInt(5) == 0 ? null : new String[] {text(random), "minecraft.used:minecraft.stick"},
                            ints(random));
                    default -> {
                        if (random.nextInt(5000) == 0) {
                            body.close();
                            if (random.nextBoolean()) {
                                body.tick(0, turn);
                            }
                        }
                        host.takeLog();
                        body.status();
                    }
                }
            } catch (NullPointerException expected) {
                thrown[0]++;
            } catch (IllegalArgumentException expected) {
                thrown[1]++;
            } catch (IllegalStateException expected) {
                thrown[2]++;
                if (expected.getMessage().contains("closed")) {
                    terrain.close();
                    host.close();
                    host = Host.open(folder, folder, registries);
                    terrain = host.terrain(-64, 384, EmbeddedWorld.biomes());
                    body = host.body();
                }
            }
        }
        body.close();
        terrain.close();
        host.close();
        System.out.println(
                calls + " calls, " + thrown[0] + " null, " + thrown[1] + " arguments, " + thrown[2] + " states refused");
    }

    private static int any(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt();
            case 1 -> -1;
            case 2 -> random.nextInt(2000);
            default -> random.nextInt(10);
        };
    }

    private static double number(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> Double.NaN;
            case 1 -> Double.POSITIVE_INFINITY;
            case 2 -> random.nextDouble() * 1e300;
            default -> random.nextDouble() * 100;
        };
    }

    private static int[] ints(Random random) {
        return random.nextInt(3) == 0 ? null : random.ints(random.nextInt(8), -1, 50).toArray();
    }

    private static String text(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 5 -> "";
            case 1 -> "do obtain 1 dirt";
            case 2 -> "config game.hud true";
            case 3 -> "\ud800\u0000x".repeat(random.nextInt(500));
            default -> "status";
        };
    }

    private static void stand(Senses senses) {
        senses.place(0.5, 64, 0.5, 0, -0.0784, 0);
        senses.look(0, 0, 1.62f, 1.8f);
        senses.stance(Senses.ON_GROUND, 0);
        senses.vitals(20, 20, 5, 300);
        senses.experience(0, 0);
        senses.hands(1, 0);
    }

    private static void entity(Senses senses, int id, int type, double x) {
        EntityState state = new EntityState();
        state.id = id;
        state.type = type;
        state.x = x;
        state.y = 64;
        state.width = 0.6f;
        state.height = 1.8f;
        state.health = 20;
        senses.entity(state);
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void throwsWith(Class<? extends Throwable> kind, String words, Call call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            expect(
                    kind.isInstance(thrown) && String.valueOf(thrown.getMessage()).contains(words),
                    "wanted " + kind.getSimpleName() + " with \"" + words + "\", got " + thrown);
            return;
        }
        throw new AssertionError("wanted " + kind.getSimpleName() + " with \"" + words + "\", got nothing");
    }
}
