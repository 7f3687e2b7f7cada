package anima.mod.without;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import anima.mod.bridge.NativeLibrary;
import anima.mod.server.Mod;
import anima.mod.server.body.ServerBody;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.world.ServerWorld;
import org.junit.jupiter.api.Test;

/** A server for which there is no library: it needs none until an agent plays in it. Runs in a JVM of its own. */
class ServerWithoutLibraryTest {
    @Test
    void aServerWithTheModAndEvenABodyNeedNone() {
        Mod.start();
        MinecraftServer server = new MinecraftServer() {
        };
        ServerWorld world = new ServerWorld();
        world.doubleServer = server;
        server.doubleWorlds.add(world);
        ServerBody body = ServerBody.join(server, "Body", world, 0.5, 64, 0.5);
        for (int i = 0; i < 10; i++) {
            server.tick(() -> true);
        }
        assertEquals(10, body.player().doubleTicks);
        body.leave();
        assertFalse(NativeLibrary.isLoaded());
    }
}
