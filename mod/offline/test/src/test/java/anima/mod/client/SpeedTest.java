package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Turn;
import java.lang.management.ManagementFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import net.minecraft.block.BlockState;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Test;

/** Prints what the Java side costs. Only what would be a mistake fails; the figures are for reading. */
class SpeedTest extends InGame {
    private static final int ENTITIES = 64;
    private static final int CHANGES = 200;
    private static final int SECTIONS = 16;


    private static String figures(long[] nanos) {
        Arrays.sort(nanos);
        return String.format("p50 %.1f us, p99 %.1f us, max %.1f us", nanos[nanos.length / 2] / 1e3, nanos[nanos.length * 99 / 100] / 1e3, nanos[nanos.length - 1] / 1e3);
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

    @Test
    void aBusyTick() throws IOException {
        int ticks = Integer.getInteger("anima.speed.ticks", 5_000);
        play = Game.open();
        Flat.join(client);
        SheepEntity[] herd = new SheepEntity[ENTITIES];
        for (int i = 0; i < ENTITIES; i++) {
            herd[i] = new SheepEntity();
            herd[i].doubleId = i + 10;
            herd[i].doubleType = GameData.entityType("minecraft:pig");
            herd[i].doubleHealth = 8;
            client.world.doubleEntities.add(herd[i]);
        }
        BlockState[] states = {GameData.state("minecraft:stone"), GameData.state("minecraft:dirt")};
        BlockPos[] places = new BlockPos[CHANGES];
        Random random = new Random(1);
        for (int i = 0; i < CHANGES; i++) {
            int section = i % SECTIONS;
            places[i] = new BlockPos((section & 3) * 16 - 32 + random.nextInt(16), 16 * (section >> 3) + random.nextInt(16), (section >> 2 & 1) * 16 + random.nextInt(16));
        }
        client.tick();
        Turn turn = new Turn();
        long[] tell = new long[ticks];
        long bytes = 0;
        int warm = ticks / 5;
        long resident = 0;
        for (int tick = -warm; tick < ticks; tick++) {
            resident = tick == ticks / 10 ? residentKilobytes() : resident;
            for (SheepEntity sheep : herd) {
                sheep.doubleX += 0.01;
                sheep.doubleBodyYaw += 1;
            }
            long before = allocated();
            long began = System.nanoTime();
            for (int i = 0; i < CHANGES; i++) {
                client.world.onBlockChanged(places[i], null, states[tick & 1]);
            }
            play.observer().tell(client);
            long took = System.nanoTime() - began;
            if (tick >= 0) {
                tell[tick] = took;
                bytes += allocated() - before;
            }
            play.session().tick(play.observer().worldTick(), turn);
        }
        System.out.println("a tick with " + ENTITIES + " entities and " + CHANGES + " block changes in " + SECTIONS + " sections, " + ticks
            + " times, beyond agent.tick: " + figures(tell) + ", " + bytes / ticks + " bytes allocated");
        System.out.println("resident memory grew by " + (residentKilobytes() - resident) / 1024 + " MiB from tick " + ticks / 10 + " to " + ticks);
        assertTrue(bytes / ticks < 100_000, "a fixed small number");
    }

    @Test
    void aColumnAndAFrame() {
        play = Game.open();
        Flat.join(client);
        client.tick();
        long[] columns = new long[500];
        for (int i = 0; i < columns.length; i++) {
            var chunk = client.world.doubleChunks.getWorldChunk(1, 1);
            long began = System.nanoTime();
            play.observer().chunkLoaded(client, client.world, chunk);
            columns[i] = System.nanoTime() - began;
        }
        System.out.println("a column of single blocks: " + figures(columns));
        ByteBuffer pixels = ByteBuffer.allocateDirect(4 * 640 * 360);
        long[] frames = new long[200];
        for (int i = 0; i < frames.length; i++) {
            long began = System.nanoTime();
            play.session().frames().frame(pixels, 640, 360);
            frames[i] = System.nanoTime() - began;
        }
        System.out.println("a frame of 640x360, on the render thread: " + figures(frames));
    }
}
