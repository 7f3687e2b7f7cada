package anima.host;

import anima.mod.bridge.Registries;
import anima.mod.bridge.Body;
import anima.mod.bridge.EntityState;
import anima.mod.bridge.Host;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Terrain;
import anima.mod.bridge.Turn;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/** Times the border: a tick with 64 entities and 200 block changes, a column, a picture. Prints what it finds. */
final class Speed {
    private static final int ENTITIES = 64;
    private static final int CHANGES = 200;

    private Speed() {}

    static void run(Path folder, int ticks) throws InterruptedException {
        EmbeddedWorld world = EmbeddedWorld.generated(11, 4);
        Registries registries = Direct.registries();
        Host host = Host.open(folder, folder, registries);
        Terrain terrain = host.terrain(-64, 384, EmbeddedWorld.biomes());
        Body body = host.body();
        body.enterWorld(terrain, "embedded", "minecraft:overworld", false);
        int[] loaded = world.loaded();
        ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
        columns(terrain, world, loaded, bytes);
        picture(body, 640, 360);
        picture(body, 1920, 1080);
        ticks(body, terrain, world, ticks);
        body.close();
        terrain.close();
        host.close();
        world.close();
    }

    private static void columns(Terrain terrain, EmbeddedWorld world, int[] loaded, ByteBuffer bytes) {
        long[] times = new long[20 * loaded.length / 2];
        for (int i = 0; i < times.length; i++) {
            int at = 2 * i % loaded.length;
            int length = world.column(loaded[at], loaded[at + 1], bytes);
            long start = System.nanoTime();
            terrain.column(loaded[at], loaded[at + 1], bytes, 0, length);
            times[i] = System.nanoTime() - start;
        }
        print("column", times);
    }

    private static void picture(Body body, int width, int height) throws InterruptedException {
        ByteBuffer pixels = ByteBuffer.allocateDirect(4 * width * height);
        long[] times = new long[500];
        for (int i = 0; i < times.length; i++) {
            long start = System.nanoTime();
            body.frames().frame(pixels, width, height);
            times[i] = System.nanoTime() - start;
            // As between two ticks; a picture that comes while both buffers are in use is left out, which takes no time.
            Thread.sleep(10);
        }
        print("picture " + width + "x" + height + ", on the caller's thread", times);
    }

    private static void ticks(Body body, Terrain terrain, EmbeddedWorld world, int ticks) {
        double[] player = new double[EmbeddedWorld.PLAYER];
        world.player(player);
        int x = (int) player[0];
        int z = (int) player[2];
        int stone = world.block(x, 10, z);
        Senses senses = body.senses();
        Turn turn = new Turn();
        EntityState entity = new EntityState();
        entity.width = 0.6f;
        entity.height = 1.8f;
        entity.health = 20;
        // Of a million ticks the last hundred thousand are looked at, so that memory is not that of the measurement.
        long[] times = new long[Math.min(ticks, 100_000)];
        long[] asked = new long[times.length];
        long resident = 0;
        for (int tick = 0; tick < ticks; tick++) {
            long start = System.nanoTime();
            senses.place(player[0], player[1], player[2], 0, -0.0784, 0);
            senses.look(tick % 360, 0, 1.62f, 1.8f);
            senses.stance(Senses.ON_GROUND, 0);
            senses.vitals(20, 20, 5, 300);
            senses.experience(0, 0);
            senses.hands(1, 0);
            senses.world(tick, Senses.CLEAR, false);
            for (int i = 0; i < ENTITIES; i++) {
                entity.id = i;
                entity.type = i;
                entity.x = player[0] + i;
                entity.y = player[1];
                entity.z = player[2] + (tick & 7);
                entity.yaw = tick % 360;
                senses.entity(entity);
            }
            for (int i = 0; i < CHANGES; i++) {
                terrain.block(x + (i & 15), 10 + (i >> 4), z, (tick + i & 1) == 0 ? stone : 0);
            }
            senses.slot(9 + tick % 27, 1, 1 + tick % 64, 0, null);
            senses.targetBlock(x, 63, z, 1, x, 64, z);
            long told = System.nanoTime();
            body.tick(tick, turn);
            asked[tick % asked.length] = System.nanoTime() - told;
            times[tick % times.length] = told - start;
            if (tick == 100_000) {
                resident = resident();
            }
        }
        print("tick with " + ENTITIES + " entities and " + CHANGES + " block changes, telling", times);
        print("Body.tick without a goal", asked);
        if (resident > 0) {
            System.out.printf("resident memory since tick 100,000: %+d KiB%n", resident() - resident);
        }
    }

    /** Resident memory in KiB, where the system tells it. */
    private static long resident() {
        try {
            for (String line : java.nio.file.Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (java.io.IOException absent) {
            return 0;
        }
        return 0;
    }

    private static void print(String what, long[] nanos) {
        long[] sorted = Arrays.stream(nanos).skip(nanos.length / 5).sorted().toArray();
        System.out.printf(
                "%s: p50 %.1f us, p99 %.1f us, max %.1f us%n", what, sorted[sorted.length / 2] / 1e3,
                sorted[sorted.length * 99 / 100] / 1e3, sorted[sorted.length - 1] / 1e3);
    }
}
