package anima.mod.observe;

import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.GameData;
import anima.mod.bridge.Host;
import anima.mod.client.Game;
import java.nio.file.Path;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server changes blocks in more chunks than there are around a player, within one tick. */
class ChunkFeedTest {
    @TempDir
    Path home;

    @BeforeAll
    static void library() {
        Game.start();
    }

    @Test
    void howeverManyChunksChangeNoMoreAreNotedThanThereIsRoomFor() {
        Host host = Host.open(home, home, GameRegistries.read());
        ChunkFeed feed = new ChunkFeed(host.terrain(-64, 384, new String[] {"minecraft:plains"}));
        int most = 0;
        for (int i = 0; i < 100_000; i++) {
            feed.block(new BlockPos(i % 1_000 * 16, 64, i / 1_000 * 16), GameData.state("minecraft:dirt"));
            most = Math.max(most, feed.changedBytes());
            assertTrue(most <= ChunkFeed.CHANGED_BYTES, most + " bytes after " + i);
        }
        assertTrue(most > ChunkFeed.CHANGED_BYTES / 2, most + " bytes");
        feed.close();
        host.close();
    }
}
