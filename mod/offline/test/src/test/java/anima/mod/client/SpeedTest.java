package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Turn;
import anima.mod.bridge.Turns;
import anima.mod.client.act.Hands;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.minecraft.block.BlockState;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Prints what the Java side costs, in a JVM of its own without {@code -Xcheck:jni}, as players have it.
 *
 * <p>Times depend on the machine and on who else is at work on it, and are for reading. What is allocated and what stays fails.
 */
class SpeedTest extends InGame {
    private static final int ENTITIES = 64;
    private static final int CHANGES = 200;
    private static final int SECTIONS = 16;
    private static final int ALLOCATED_IN_A_TICK = 16_384;
    private static final long GROWTH_KILOBYTES = 8 * 1024;
    private static final int TICK_MICROS = 100;
    private static final int COLUMN_MICROS = 300;
    private static final int FRAME_MICROS = 200;

    private final SheepEntity[] herd = new SheepEntity[ENTITIES];
    private final BlockPos[] places = new BlockPos[CHANGES];

    private static long[] sorted(long[] numbers) {
        long[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Prints times and whether they meet the bar. */
    private static void print(String what, long[] nanos, int barMicros) {
        long[] sorted = sorted(nanos);
        double p99 = sorted[sorted.length * 99 / 100] / 1e3;
        System.out.printf("%s, %d times: p50 %.1f us, p99 %.1f us, max %.1f us; the bar of %d us %s%n", what, nanos.length,
            sorted[sorted.length / 2] / 1e3, p99, sorted[sorted.length - 1] / 1e3, barMicros, p99 <= barMicros ? "holds" : "does not hold here and now");
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static long residentKilobytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", ""))).findFirst().orElse(0);
    }

    /** What lives in the heap, in KiB. */
    private static long heapKilobytes() {
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

    /** All that the mod does in a tick but for the agent itself, whose goal is none: it is told, asked, and a turn is carried out. */
    @Test
    void aBusyTick() {
        int ticks = Integer.getInteger("anima.speed.ticks", 5_000);
        joinABusyWorld();
        BlockState[] states = {GameData.state("minecraft:stone"), GameData.state("minecraft:dirt")};
        Hands hands = new Hands(play.session(), play.observer());
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
            hands.endTick();
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
            List<WorldChunk> chunks = List.copyOf(client.world.doubleChunks.doubleChunks.values());
            long size = 0;
            for (WorldChunk chunk : chunks) {
                size += chunk.doubleSections[0].doubleBytes.length;
            }
            long[] columns = new long[chunks.size() * 20];
            for (int i = -chunks.size() * 5; i < columns.length; i++) {
                WorldChunk chunk = chunks.get(Math.floorMod(i, chunks.size()));
                long began = System.nanoTime();
                play.observer().chunkLoaded(client, client.world, chunk);
                if (i >= 0) {
                    columns[i] = System.nanoTime() - began;
                }
            }
            print("a column of generated land, " + size / chunks.size() + " bytes", columns, COLUMN_MICROS);
        }
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
            play.session().frames().frame(pixels, 640, 360);
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
