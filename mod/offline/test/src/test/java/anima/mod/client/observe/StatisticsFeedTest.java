package anima.mod.client.observe;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.stat.Stat;
import org.junit.jupiter.api.Test;

/** A server tells statistics that nobody has asked for. */
class StatisticsFeedTest {
    @Test
    void howeverManyAreToldNoMoreWaitThanThereIsRoomFor() {
        StatisticsFeed feed = new StatisticsFeed();
        int most = 0;
        for (int tick = 0; tick < 200; tick++) {
            feed.startTick();
            for (int packet = 0; packet < 4; packet++) {
                feed.take(told(tick * 4 + packet, 2_000), null);
                most = Math.max(most, feed.waitingBytes());
                assertTrue(most <= StatisticsFeed.WAITING_BYTES, most + " bytes in tick " + tick);
            }
        }
        assertTrue(most > StatisticsFeed.WAITING_BYTES / 2, "all that the game has finds room");
        feed.startTick();
        feed.take(told(1_000, 100_000), null); // A single answer that is larger than all.
        assertTrue(feed.waitingBytes() <= StatisticsFeed.WAITING_BYTES);
        feed.forget();
        feed.startTick();
        feed.take(told(1_001, 100_000), null);
        assertTrue(feed.waitingBytes() <= StatisticsFeed.WAITING_BYTES);
    }

    private static Map<Stat<?>, Integer> told(int packet, int count) {
        Map<Stat<?>, Integer> told = new HashMap<>();
        for (int i = 0; i < count; i++) {
            told.put(new Stat<Object>("minecraft.mined:other.block_" + packet + "_" + i), i);
        }
        return told;
    }
}
