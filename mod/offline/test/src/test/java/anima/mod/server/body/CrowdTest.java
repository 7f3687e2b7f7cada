package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.bridge.Turn;
import anima.mod.client.Game;
import java.nio.file.Path;
import java.util.List;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket.Action;
import net.minecraft.util.Hand;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sixteen bodies at once, under {@code -Xcheck:jni}: the build fails at the first warning. */
class CrowdTest {
    @TempDir
    Path home;

    @BeforeAll
    static void library() {
        Game.start();
    }

    @Test
    void sixteenDig() {
        int ticks = Integer.getInteger("anima.crowd.ticks", 500);
        try (Crowd crowd = new Crowd(home)) {
            crowd.hold(0);
            crowd.tick(20); // What the agents were at is given up.
            crowd.hold(Turn.FORWARD | Turn.SPRINT | Turn.ATTACK);
            for (BodyPlay body : crowd.bodies) {
                body.body().handler().doubleDone.clear();
            }
            crowd.tick(ticks / 2);
            List<Object> first = List.copyOf(crowd.bodies.get(0).body().handler().doubleDone);
            for (BodyPlay body : crowd.bodies) {
                assertTrue(body.body().player().isSprinting());
                assertEquals(first, body.body().handler().doubleDone, "all are in the same place of their own");
                body.body().handler().doubleDone.clear();
            }
            // A tick in 4 of 0.3 finishes a block, then 5 ticks of rest: begun, dug, and begun again.
            assertEquals(List.of(Action.START_DESTROY_BLOCK, Hand.MAIN_HAND), first.subList(0, 2));
            assertTrue(first.contains(Action.STOP_DESTROY_BLOCK));
            crowd.hold(0);
            crowd.tick(ticks / 2);
            for (BodyPlay body : crowd.bodies) {
                assertEquals(0, body.body().player().forwardSpeed);
                assertTrue(body.body().handler().doubleDone.size() <= 1, "at most the block is given up");
            }
        }
    }
}
