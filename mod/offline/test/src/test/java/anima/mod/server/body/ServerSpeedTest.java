package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.bridge.Console;
import anima.mod.bridge.Turn;
import anima.mod.client.Game;
import anima.mod.client.SpeedTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints what sixteen server bodies cost, in a JVM of its own without {@code -Xcheck:jni}, as servers have it.
 *
 * <p>Times depend on the machine and on who else is at work on it, and are for reading. What stays fails.
 */
class ServerSpeedTest {
    private static final int TICK_MICROS = Crowd.BODIES * 150;
    private static final long GROWTH_KILOBYTES = 8 * 1024;

    @TempDir
    Path home;

    @BeforeAll
    static void library() {
        Game.start();
    }

    /** All that the mod does in a tick of sixteen bodies that walk and dig, but for their agents. */
    @Test
    void aTickOfSixteen() {
        int ticks = Integer.getInteger("anima.speed.bodies", 5_000);
        try (Crowd crowd = new Crowd(home)) {
            crowd.hold(Turn.FORWARD | Turn.ATTACK);
            long[] took = new long[ticks];
            for (int tick = -Math.max(ticks / 5, 5_000); tick < ticks; tick++) {
                crowd.stir();
                crowd.bodies.forEach(body -> body.body().handler().doubleDone.clear());
                long began = System.nanoTime();
                crowd.mod();
                if (tick >= 0) {
                    took[tick] = System.nanoTime() - began;
                }
            }
            SpeedTest.print(
                "a tick of " + Crowd.BODIES + " bodies with " + Crowd.HERD + " entities around each, beyond agent.tick", took, TICK_MICROS);
        }
    }

    /** The same with agents at work. */
    @Test
    void memoryStaysLevel() throws IOException {
        int ticks = Integer.getInteger("anima.speed.bodies", 5_000);
        try (Crowd crowd = new Crowd(home)) {
            long heap = 0;
            long resident = 0;
            int goals = 0;
            for (int tick = 0; tick < ticks; tick++) {
                if (tick == ticks / 10) {
                    heap = SpeedTest.heapKilobytes();
                    resident = SpeedTest.residentKilobytes();
                }
                for (BodyPlay body : crowd.bodies) {
                    body.body().handler().doubleDone.clear();
                    if (body.agent().status().state() == Turn.IDLE) {
                        assertTrue(body.agent().console().run("do obtain 64 cobblestone").get(0).tone() == Console.Tone.GOOD);
                        goals++;
                    }
                }
                crowd.tick(1);
            }
            long heapGrowth = SpeedTest.heapKilobytes() - heap;
            long growth = SpeedTest.residentKilobytes() - resident;
            System.out.printf("%d bodies, from tick %d to %d, %d goals: resident memory %+d KiB of %d KiB, live heap %+d KiB%n",
                Crowd.BODIES, ticks / 10, ticks, goals, growth, resident, heapGrowth);
            if (ticks >= 100_000) {
                assertTrue(growth <= GROWTH_KILOBYTES, growth + " KiB resident");
                assertTrue(heapGrowth <= GROWTH_KILOBYTES, heapGrowth + " KiB of live heap");
            }
        }
    }
}
