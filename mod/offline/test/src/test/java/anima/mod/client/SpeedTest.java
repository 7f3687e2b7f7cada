package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Turn;
import anima.mod.bridge.Turns;
import anima.mod.client.act.Hands;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents;
import net.minecraft.block.BlockState;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Prints what the Java side costs, in a JVM of its own without {@code -Xcheck:jni}, as players have it.
 *
 * <p>Times depend on the machine and on who else is at work on it, and are for reading. What is allocated and what stays fails.
 */
public class SpeedTest extends InGame {
    private static final int ENTITIES = 64;
    private static final int CHANGES = 200;
    private static final int SECTIONS = 16;
    private static final int ALLOCATED_IN_A_TICK = 16_384;
    private static final long GROWTH_KILOBYTES = 8 * 1024;
    private static final long IDLE_KILOBYTES = 24 * 1024;
    private static final int VIEW = 32;
    /** Lines of chat and packets of entities in a tick: what a server sends in 500 seconds would be ten million. */
    private static final int STREAM_IN_A_TICK = 1_000;
    /** How long it lasts, and then not. */
    private static final int STREAM_TICKS = 500;
    private static final double STREAM_MILLIS = 2;
    private static final int ALLOCATED_IN_THE_STREAM = 262_144;
    /** Bytes of the mixin's callback and of the call that waits for it, both gone at once; for each changed block. */
    private static final int ALLOCATED_BY_A_HOOK = 40;
    /** {@code CHAT_BYTES} and {@code EVENT_BYTES} of {@code happened.rs}, {@code ENTITY_BYTES} of {@code entities.rs}. */
    private static final int QUEUED_BYTES = (64 << 10) + (4 << 20);
    private static final int ENTITY_BYTES = Senses.MOST_ENTITIES * 160;
    /** {@code CHUNK_BYTES} of {@code land.rs} and, rounded up, {@code STATISTICS_BYTES} of {@code statistics.rs}. */
    private static final int CHUNK_BYTES = 3 * 25 * 25 * 8;
    private static final int STATISTICS_BYTES = 200_000;
    private static final int TICK_MICROS = 100;
    private static final int COLUMN_MICROS = 300;
    private static final int FRAME_MICROS = 200;

    private static final int CROWD = 4_000;
    private static final Text SPAM = Text.literal("a line of chat that is as long as those that players write, or a little longer than most");

    private final SheepEntity[] herd = new SheepEntity[ENTITIES];
    private final BlockPos[] places = new BlockPos[CHANGES];

    private static long[] sorted(long[] numbers) {
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Prints times and whether they meet the bar. */
    public static void print(String what, long[] nanos, int barMicros) {
        long[] sorted = sorted(nanos);
        double p99 = sorted[sorted.length * 99 / 100] / 1e3;
        System.out.printf("%s, %d times: p50 %.1f us, p99 %.1f us, max %.1f us; the bar of %d us %s%n", what, nanos.length,
            sorted[sorted.length / 2] / 1e3, p99, sorted[sorted.length - 1] / 1e3, barMicros, p99 <= barMicros ? "holds" : "does not hold here and now");
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** What the process takes of the machine's memory, in KiB; 0 where that is not told. */
    public static long residentKilobytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", ""))).findFirst().orElse(0);
    }

    /** What lives in the heap, in KiB. */
    public static long heapKilobytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
    }

    /** A flat world with a herd, and places in 16 sections where blocks change. */
    private void joinABusyWorld() {
        play = Game.open(home, "look = \"exact\"");
        Flat.join(client);
        for (int i = 0; i < ENTITIES; i++) {
            herd[i] = new SheepEntity();
            herd[i].doubleId = i + 10;
            herd[i].doubleType = GameData.entityType("minecraft:pig");
            herd[i].doubleHealth = 8;
            herd[i].doubleX = i % 8 * 2 - 8;
            herd[i].doubleY = 64;
            herd[i].doubleZ = i / 8 * 2 + 4;
            client.world.doubleEntities.add(herd[i]);
        }
        Random random = new Random(1);
        for (int i = 0; i < CHANGES; i++) {
            int section = i % SECTIONS;
            places[i] = new BlockPos((section & 3) * 16 - 32 + random.nextInt(16), 16 * (section >> 3) + random.nextInt(16), (section >> 2 & 1) * 16 + random.nextInt(16));
        }
        client.tick();
    }

    /** The agent looks on while the player plays. */
    private void watch() {
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        Game.type("anima wait");
        client.tick();
    }

    private void move() {
        for (SheepEntity sheep : herd) {
            sheep.doubleX += 0.001;
            sheep.doubleBodyYaw += 1;
        }
    }

    private void change(BlockState state) {
        for (BlockPos place : places) {
            client.world.onBlockChanged(place, null, state);
        }
    }

    /** All that the mod does in a tick but for the agent itself, whose goal waits for the player: it is told, asked, and a turn is carried out. */
    @Test
    void aBusyTick() {
        int ticks = Integer.getInteger("anima.speed.ticks", 5_000);
        joinABusyWorld();
        watch();
        BlockState[] states = {GameData.state("minecraft:stone"), GameData.state("minecraft:dirt")};
        Hands hands = new Hands(play.body(), play.observer());
        Turn[] turns = {Turns.acting().keys(Turn.FORWARD | Turn.ATTACK).look(1, 2).turn(), Turns.acting().keys(Turn.FORWARD).hotbar(3).turn()};
        long[] took = new long[ticks];
        long[] bytes = new long[ticks];
        for (int tick = -Math.max(ticks / 5, 5_000); tick < ticks; tick++) {
            move();
            long before = allocated();
            long began = System.nanoTime();
            change(states[tick & 1]);
            play.startTick();
            hands.apply(client, turns[tick & 1], true);
            hands.endTick(client);
            play.endTick();
            if (tick >= 0) {
                took[tick] = System.nanoTime() - began;
                bytes[tick] = allocated() - before;
            }
        }
        print("a tick with " + ENTITIES + " entities and " + CHANGES + " block changes in " + SECTIONS + " sections, beyond agent.tick", took, TICK_MICROS);
        long[] sorted = sorted(bytes);
        long most = sorted[sorted.length * 99 / 100];
        System.out.println("allocated in such a tick: p50 " + sorted[sorted.length / 2] + " bytes, p99 " + most + " bytes, max " + sorted[sorted.length - 1]);
        assertTrue(most <= ALLOCATED_IN_A_TICK, "a fixed small number");
        hands.release(client);
    }

    /** Whole client ticks of the same kind, with an agent at work. */
    @Test
    void memoryDoesNotGrow() throws IOException {
        int ticks = Integer.getInteger("anima.speed.memory", 20_000);
        joinABusyWorld();
        BlockState[] states = {GameData.state("minecraft:stone"), GameData.state("minecraft:dirt")};
        int goals = 0;
        long resident = 0;
        long heap = 0;
        for (int tick = 0; tick < ticks; tick++) {
            if (tick == ticks / 10) {
                heap = heapKilobytes();
                resident = residentKilobytes();
            }
            if (play.status().state() == Turn.IDLE) {
                Game.type("anima do obtain 64 cobblestone");
                goals++;
            }
            move();
            change(states[tick & 1]);
            client.tick();
        }
        long heapGrowth = heapKilobytes() - heap;
        long growth = residentKilobytes() - resident;
        System.out.printf("from tick %d to %d, %d goals: resident memory %+d KiB of %d KiB, live heap %+d KiB%n", ticks / 10, ticks, goals, growth, resident, heapGrowth);
        if (ticks >= 1_000_000) {
            assertTrue(growth <= GROWTH_KILOBYTES, growth + " KiB resident");
            assertTrue(heapGrowth <= GROWTH_KILOBYTES, heapGrowth + " KiB of live heap");
        }
    }

    @Test
    void aColumnOfGeneratedLand() {
        Assumptions.assumeTrue(Game.hasHost(), "SKIPPED: no library of the embedded world");
        play = Game.open(home);
        try (EmbeddedWorld world = EmbeddedWorld.generated(11, 4)) {
            new EmbeddedGame(world, client);
            client.tick();
            watch();
            Game.showLand();
            List<WorldChunk> chunks = List.copyOf(client.world.doubleChunks.doubleChunks.values());
            long size = 0;
            for (WorldChunk chunk : chunks) {
                size += chunk.doubleSections[0].doubleBytes.length;
            }
            long[] columns = new long[chunks.size() * 20];
            for (int i = -chunks.size() * 5; i < columns.length; i++) {
                WorldChunk chunk = chunks.get(Math.floorMod(i, chunks.size()));
                long began = System.nanoTime();
                play.observer().chunkLoaded(client.world, chunk);
                play.observer().tell();
                if (i >= 0) {
                    columns[i] = System.nanoTime() - began;
                }
            }
            print("a column of generated land, " + size / chunks.size() + " bytes, with all else that is told in a tick", columns, COLUMN_MICROS);
        }
    }

    /** Chunks of generated land, as far as a server with 32 chunks of view sends them; their bytes are those of a few. */
    private void seeGeneratedLand() {
        byte[][] some;
        try (EmbeddedWorld world = EmbeddedWorld.generated(11, 4)) {
            new EmbeddedGame(world, client);
            some = client.world.doubleChunks.doubleChunks.values().stream().map(chunk -> chunk.doubleSections[0].doubleBytes).toArray(byte[][]::new);
        }
        Flat.join(client);
        for (String biome : EmbeddedWorld.biomes()) {
            client.world.doubleBiomes.add(biome, new net.minecraft.world.biome.Biome());
        }
        client.tick();
        for (int x = -VIEW; x <= VIEW; x++) {
            for (int z = -VIEW; z <= VIEW; z++) {
                WorldChunk chunk = new WorldChunk() {
                };
                chunk.doublePos = new ChunkPos(x, z);
                chunk.doubleSections = new ChunkSection[] {new ChunkSection()};
                chunk.doubleSections[0].doubleBytes = some[Math.floorMod(31 * x + z, some.length)];
                client.world.doubleChunks.doubleLoad(client.world, chunk);
            }
        }
    }

    /** Resident memory beyond the heap, which is all there from the start; after ticks in which whatever is to be given back is. */
    private long residentAfter(int ticks) throws IOException {
        for (int i = 0; i < ticks; i++) {
            client.tick();
        }
        System.gc();
        return residentKilobytes();
    }

    @Test
    void memoryWithoutAGoal() throws IOException {
        Assumptions.assumeTrue(Game.hasHost(), "SKIPPED: no library of the embedded world");
        play = Game.open(home, "look = \"exact\"", "seed = 3");
        Flat.join(client);
        long library = residentAfter(300);
        seeGeneratedLand();
        long idle = residentAfter(600) - library;
        System.out.printf("at %d chunks of view, without a goal: %+d KiB resident beyond the library's own; the bar of %d KiB %s%n",
            VIEW, idle, IDLE_KILOBYTES, idle <= IDLE_KILOBYTES ? "holds" : "does not hold");
        Game.type("anima do obtain 64 cobblestone");
        long busy = residentAfter(100) - library;
        Game.type("anima stop");
        long after = residentAfter(300) - library;
        System.out.printf("with a goal: %+d KiB, 300 ticks after it: %+d KiB, what the agent has seen included%n", busy, after);
        assertTrue(idle <= IDLE_KILOBYTES, idle + " KiB without a goal");
    }

    private int herdId = 1_000_000;

    /** Blocks that a hostile server changes by one packet, more than a chunk has in all but the largest explosions. */
    private static final int DELTA = 1_024;
    /** Statistics that it tells by one packet. */
    private static final int TOLD = 1_000;

    private final Map<Stat<?>, Integer> statistics = new HashMap<>();
    private final BlockPos[] delta = new BlockPos[DELTA];

    private void prepareStream() {
        for (int i = 0; i < TOLD; i++) {
            statistics.put(new Stat<Object>("minecraft.mined:other.block_" + i), i);
        }
        for (int i = 0; i < DELTA; i++) {
            delta[i] = new BlockPos(i % 80 - 32, 60 - (i >> 8), i / 80 * 7 % 80 - 32);
        }
    }

    /** What makes a client look at land anew: changed blocks, biomes, chunks that are sent again; and statistics that nobody asked for. */
    private Runnable landOrStatistics(int which) {
        int x = which / 4 % 5 - 2;
        int z = which / 20 % 5 - 2;
        BlockState state = GameData.state((which & 64) == 0 ? "minecraft:dirt" : "minecraft:stone");
        StatisticsS2CPacket told = new StatisticsS2CPacket(statistics);
        return switch (which & 3) {
            case 0 -> () -> {
                for (BlockPos pos : delta) {
                    client.world.onBlockChanged(pos, null, state);
                }
            };
            case 1 -> () -> client.world.doubleChunks.onChunkBiomeData(x, z, null);
            case 2 -> () -> client.world.doubleChunks.doubleLoad(client.world, client.world.doubleChunks.getWorldChunk(x, z));
            default -> () -> client.doubleConnection.onStatistics(told);
        };
    }

    /** What a hostile server sends in a tick: chat, entities that come, go, move and show hearts, land, statistics. */
    private List<Runnable> stream(ArrayDeque<SheepEntity> crowd) {
        List<Runnable> packets = new ArrayList<>(STREAM_IN_A_TICK);
        for (int i = 0; i < STREAM_IN_A_TICK; i++) {
            if (i % 20 == 0) {
                packets.add(landOrStatistics(i / 20));
                continue;
            }
            switch (i & 3) {
                case 0, 1 -> packets.add(() -> ClientReceiveMessageEvents.GAME.invoker().onReceiveGameMessage(SPAM, false));
                case 2 -> {
                    SheepEntity sheep = new SheepEntity();
                    sheep.doubleId = herdId++;
                    sheep.doubleType = GameData.entityType("minecraft:pig");
                    sheep.doubleHealth = 8;
                    sheep.doubleX = herdId % 97 / 6.0 - 8;
                    sheep.doubleY = 64;
                    sheep.doubleZ = herdId % 89 / 6.0 - 8;
                    crowd.add(sheep);
                    EntityStatusS2CPacket packet = new EntityStatusS2CPacket(sheep, (byte) 18);
                    packets.add(() -> client.doubleConnection.onEntityStatus(packet));
                }
                default -> {
                    DeathMessageS2CPacket packet = new DeathMessageS2CPacket(1, SPAM);
                    packets.add(() -> client.doubleConnection.onDeathMessage(packet));
                }
            }
        }
        while (crowd.size() > CROWD) {
            crowd.poll();
        }
        return packets;
    }

    /** What ticks took in nanoseconds, what of it the processor worked for them, and the bytes that they allocated. */
    private record Ticks(long[] took, long[] work, long[] bytes) {
        Ticks(int count) {
            this(new long[count], new long[count], new long[count]);
        }

        /** Adds what something costs to a tick. */
        void add(int at, Runnable what) {
            long allocated = allocated();
            long worked = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long began = System.nanoTime();
            what.run();
            took[at] += System.nanoTime() - began;
            work[at] += ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - worked;
            bytes[at] += allocated() - allocated;
        }
    }

    /**
     * As many ticks without a stream and with one, by turns, so that whoever else is at work on the machine slows both alike.
     *
     * <p>Packets and entities are made before a tick's time begins, and put into the world: that is the game's own work,
     * much of it on the network's thread, whether there is a mod or not. Timed is from the first packet that is handed over
     * on, all that hears of it included. The tick in which the crowd is gone again is one of the stream's.
     */
    private void ticks(Ticks quiet, Ticks flooded, boolean goal) {
        int count = quiet.took.length;
        ArrayDeque<SheepEntity> crowd = new ArrayDeque<>();
        int[] done = new int[2];
        for (int tick = -2 * Math.min(count, 2_000); done[0] < count || done[1] < count; tick++) {
            int turn = Math.floorMod(tick, 2 * STREAM_TICKS);
            boolean streams = turn < STREAM_TICKS;
            if (goal && play.status().state() == Turn.IDLE) {
                Game.type("anima do obtain 64 cobblestone");
            }
            move();
            if (turn >= STREAM_TICKS - 1) {
                crowd.clear();
            }
            List<Runnable> packets = turn < STREAM_TICKS - 1 ? stream(crowd) : List.of();
            client.world.doubleEntities.clear();
            client.world.doubleEntities.add(client.player);
            client.world.doubleEntities.addAll(List.of(herd));
            client.world.doubleEntities.addAll(crowd);
            boolean counts = tick >= 0 && done[turn / STREAM_TICKS] < count;
            Ticks costs = !counts ? new Ticks(1) : streams ? flooded : quiet;
            int at = counts ? done[turn / STREAM_TICKS]++ : 0;
            costs.add(at, () -> packets.forEach(Runnable::run));
            if (streams && ClientHooks.play() != null) {
                isBounded();
            }
            costs.add(at, client::tick);
        }
    }

    /** Prints by how much ticks of a stream are slower than quiet ones; returns how many milliseconds one in a thousand is. */
    private static double printMore(String what, long[] quiet, long[] flooded) {
        long[] before = sorted(quiet);
        long[] then = sorted(flooded);
        StringBuilder text = new StringBuilder(what);
        double more = 0;
        for (double share : new double[] {0.5, 0.99, 0.999}) {
            int at = (int) ((then.length - 1) * share);
            more = (then[at] - before[at]) / 1e6;
            text.append(String.format("; p%.1f %.3f ms, %.3f ms more", 100 * share, then[at] / 1e6, more));
        }
        System.out.println(text);
        return more;
    }

    /** At its fullest, just before the agent is shown it. */
    private void isBounded() {
        List<String> kept = Game.type("anima fault kept");
        Assumptions.assumeFalse(kept.get(0).startsWith("syntax"), "SKIPPED: this library serves no faults");
        long entities = Long.parseLong(kept.get(1).replaceAll("[^0-9]", ""));
        long queued = Long.parseLong(kept.get(2).replaceAll("[^0-9]", ""));
        long chunks = Long.parseLong(kept.get(3).replaceAll("[^0-9]", ""));
        long statistics = Long.parseLong(kept.get(4).replaceAll("[^0-9]", ""));
        assertTrue(entities <= ENTITY_BYTES && queued <= QUEUED_BYTES && chunks <= CHUNK_BYTES && statistics <= STATISTICS_BYTES, kept.toString());
    }

    @Test
    void aHostileStream() {
        int ticks = Integer.getInteger("anima.speed.stream", 500_000) / STREAM_IN_A_TICK;
        joinABusyWorld();
        prepareStream();
        for (boolean goal : new boolean[] {false, true}) {
            Ticks quiet = new Ticks(ticks);
            Ticks flooded = new Ticks(ticks);
            ticks(quiet, flooded, goal);
            String what = String.format("%d lines and packets of a hostile server, %s", (long) ticks * STREAM_IN_A_TICK, goal ? "with a goal" : "without a goal");
            double more = printMore(what, quiet.took, flooded.took);
            printMore("the same, in time of the processor", quiet.work, flooded.work);
            System.out.printf("the bar of %.0f ms more %s%n", STREAM_MILLIS, more <= STREAM_MILLIS ? "holds" : "does not hold here and now");
            long most = sorted(flooded.bytes)[ticks * 99 / 100];
            System.out.println("allocated in such a tick: p50 " + sorted(flooded.bytes)[ticks / 2] + " bytes, p99 " + most + " bytes");
            int blocks = (STREAM_IN_A_TICK / 20 + 3) / 4 * DELTA;
            assertTrue(most <= ALLOCATED_IN_THE_STREAM + blocks * ALLOCATED_BY_A_HOOK, most + " bytes in a tick");
        }
        ClientHooks.bind(null);
        Ticks quiet = new Ticks(ticks);
        Ticks flooded = new Ticks(ticks);
        ticks(quiet, flooded, false);
        printMore("of which without a session, that is by the double", quiet.took, flooded.took);
        ClientHooks.bind(play);
    }

    @Test
    void aFrame() throws InterruptedException {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        ByteBuffer pixels = ByteBuffer.allocateDirect(4 * 640 * 360);
        long[] frames = new long[300];
        long[] work = new long[frames.length]; // Without the time in which others have the processor.
        for (int i = -20; i < frames.length; i++) {
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long began = System.nanoTime();
            play.body().frames().frame(pixels, 640, 360);
            if (i >= 0) {
                frames[i] = System.nanoTime() - began;
                work[i] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
            }
            Thread.sleep(10); // As between two ticks: one that comes while both buffers are in use is left out, which takes no time.
            client.tick();
        }
        print("a frame of 640x360, on the render thread", frames, FRAME_MICROS);
        print("the same, in time of the processor", work, FRAME_MICROS);
    }
}
