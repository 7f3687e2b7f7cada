package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.client.observe.WorldName;
import java.nio.file.Path;
import net.minecraft.client.network.ServerInfo;
import net.minecraft.server.integrated.IntegratedServer;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Test;

/** Which world is told of, and what it is called. */
class ObserverTest extends InGame {
    @Test
    void aSaveIsCalledAfterItsFolder() {
        Flat.join(client);
        client.doubleServer = new IntegratedServer();
        client.doubleServer.doubleSave = Path.of("saves", "New World (2)");
        assertEquals("save/New World (2)/ff", WorldName.of(client, 255));
        Flat.enter(client, "minecraft:the_nether");
        assertEquals("save/New World (2)/ff", WorldName.of(client, 255));
    }

    @Test
    void aServerIsCalledAfterItsAddress() {
        for (int connection = 0; connection < 2; connection++) {
            Flat.join(client);
            client.doubleConnection.doubleEntry = ServerInfo.doubleOf("example.org:25566");
            assertEquals("server/example.org:25566/ffffffffffffffff", WorldName.of(client, -1));
        }
    }

    @Test
    void whatCannotBeKnownAgainHasNoName() {
        Flat.join(client);
        assertEquals("", WorldName.of(client, 255), "joined from code");
        client.doubleConnection.doubleEntry = ServerInfo.doubleOf(null);
        assertEquals("", WorldName.of(client, 255));
        client.doubleConnection.doubleEntry = ServerInfo.doubleOf("10.0.0.7:30412");
        client.doubleRealms = true;
        assertEquals("", WorldName.of(client, 255), "a realm");
        client.doubleConnection = null;
        client.doubleRealms = false;
        assertEquals("", WorldName.of(client, 255), "no connection");
    }

    @Test
    void aWorldThatCouldNotBeEnteredIsNotToldOf() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        play.body().close(); // Every call throws from now on.
        Flat.join(client);
        assertThrows(IllegalStateException.class, () -> play.observer().follow());
        // It would be written into the picture of the world before.
        assertDoesNotThrow(() -> play.observer().blockChanged(client.world, new BlockPos(3, 63, -4), GameData.state("minecraft:dirt")));
    }
}
