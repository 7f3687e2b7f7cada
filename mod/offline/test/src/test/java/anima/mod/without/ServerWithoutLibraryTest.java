package anima.mod.without;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.bridge.NativeLibrary;
import anima.mod.server.Mod;
import anima.mod.server.body.ServerBody;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.util.List;
import net.fabricmc.fabric.api.command.v2.CommandRegistrationCallback;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerLifecycleEvents;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.world.ServerWorld;
import org.junit.jupiter.api.Test;

/** A server for which there is no library: it needs none until an agent plays in it. Runs in a JVM of its own. */
class ServerWithoutLibraryTest {
    @Test
    void aServerWithTheModAndEvenABodyNeedNone() throws CommandSyntaxException {
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
        ServerLifecycleEvents.SERVER_STARTED.invoker().onServerStarted(server);
        CommandDispatcher<ServerCommandSource> dispatcher = new CommandDispatcher<>();
        CommandRegistrationCallback.EVENT.invoker().register(dispatcher, null, null);
        ServerCommandSource console = ServerCommandSource.doubleOf(server, 4);
        for (String line : List.of("anima-suite", "anima-suite list", "anima-suite status", "anima-suite stop", "anima-suite run nothing")) {
            dispatcher.execute(line, console);
        }
        assertTrue(console.doubleLines.contains("gitm, packed with the jar"), console.doubleLines.toString());
        assertFalse(NativeLibrary.isLoaded());
        // There is none for this one, so whoever starts a suite is told.
        dispatcher.execute("anima-suite run gitm", console);
        String last = console.doubleLines.get(console.doubleLines.size() - 1);
        assertTrue(last.startsWith("!") && last.contains("does not work on this system"), last);
        assertFalse(NativeLibrary.isLoaded());
        ServerLifecycleEvents.SERVER_STOPPING.invoker().onServerStopping(server);
    }
}
