package anima.mod.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.pause.TickGate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TickGateTest {
    private static final UUID ANNA = new UUID(0, 1);
    private static final UUID BELA = new UUID(0, 2);
    private long millis;
    private final TickGate gate = new TickGate(() -> millis * 1_000_000);

    private boolean closed() {
        gate.beginTick(true);
        return gate.isClosed();
    }

    @Test
    void countsThoseWhoHoldIt() {
        assertFalse(closed());
        gate.hold(ANNA, 1000);
        gate.hold(BELA, 1000);
        gate.hold(BELA, 1000);
        assertTrue(closed());
        gate.letGo(BELA);
        assertTrue(closed());
        gate.letGo(ANNA);
        gate.letGo(ANNA);
        assertFalse(closed());
    }

    @Test
    void decidesOnceForEachTick() {
        assertFalse(closed());
        gate.hold(ANNA, 1000);
        assertFalse(gate.isClosed(), "the tick at work is played to its end");
        assertTrue(closed());
        gate.letGo(ANNA);
        assertTrue(gate.isClosed());
        assertFalse(closed(), "and the next one at once");
    }

    @Test
    void expelsWhoHoldsItForTooLong() {
        gate.hold(ANNA, 1000);
        millis = 500;
        gate.hold(ANNA, 1000);
        gate.hold(BELA, 1000);
        millis = 999;
        assertTrue(closed());
        millis = 1000;
        assertEquals(List.of(ANNA), gate.beginTick(true), "the time counts from the first call");
        assertTrue(gate.isClosed());
        millis = 1500;
        assertEquals(List.of(BELA), gate.beginTick(true));
        assertFalse(gate.isClosed());
    }

    @Test
    void expelsEverybodyWhenTheRulesSaySo() {
        gate.hold(ANNA, 1000);
        assertEquals(List.of(ANNA), gate.beginTick(false));
        assertFalse(gate.isClosed());
    }

    @Test
    void keepsASaveUntilItIsOpen() {
        gate.hold(ANNA, 1000);
        assertTrue(closed());
        gate.holdSave();
        gate.holdSave();
        assertFalse(gate.takeHeldSave());
        gate.letGo(ANNA);
        assertFalse(closed());
        assertTrue(gate.takeHeldSave());
        assertFalse(gate.takeHeldSave());
    }
}
