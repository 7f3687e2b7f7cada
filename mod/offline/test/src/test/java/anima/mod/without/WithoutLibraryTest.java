package anima.mod.without;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.NativeLibrary;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.command.v2.ClientCommandRegistrationCallback;
import net.fabricmc.fabric.api.client.command.v2.FabricClientCommandSource;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientLifecycleEvents;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.client.MinecraftClient;
import net.minecraft.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client whose library does not load: the game goes on and says why. Runs in a JVM of its own. */
class WithoutLibraryTest {
    @TempDir
    Path folder;

    private static String refused(Path game) {
        return assertThrows(NativeLibrary.Unavailable.class, () -> NativeLibrary.load(game)).getMessage();
    }

    @Test
    void theGameGoesOnAndSaysWhy() throws CommandSyntaxException {
        MinecraftClient client = new MinecraftClient();
        GameData.fill(GameData.Lists.FEW);
        FabricLoader.getInstance().getEntrypoints("client", ClientModInitializer.class).forEach(ClientModInitializer::onInitializeClient);
        ClientLifecycleEvents.CLIENT_STARTED.invoker().onClientStarted(client);
        Flat.join(client);
        for (int i = 0; i < 5; i++) {
            client.tick();
            client.keyboard.onKey(1, 87, 0, 1, 0);
            client.doubleRender();
        }
        List<String> lines = client.inGameHud.getChatHud().doubleLines;
        assertEquals(1, lines.size(), "said once: " + lines);
        assertTrue(lines.get(0).contains("not available"), lines.get(0));
        CommandDispatcher<FabricClientCommandSource> dispatcher = new CommandDispatcher<>();
        ClientCommandRegistrationCallback.EVENT.invoker().register(dispatcher, null);
        for (String line : List.of("anima", "anima doctor", "anima status", "anima help", "anima do obtain 1 dirt")) {
            List<String> errors = new ArrayList<>();
            dispatcher.execute(line, new FabricClientCommandSource() {
                @Override
                public void sendFeedback(Text message) {
                }

                @Override
                public void sendError(Text message) {
                    errors.add(message.getString());
                }

                @Override
                public MinecraftClient getClient() {
                    return client;
                }
            });
            assertEquals(lines, errors, line);
        }
        ClientLifecycleEvents.CLIENT_STOPPING.invoker().onClientStopping(client);
        assertFalse(NativeLibrary.isLoaded());
    }

    @Test
    void anotherArchitectureIsNamed() {
        String library = System.clearProperty("anima.library");
        String arch = System.setProperty("os.arch", "sparc");
        try {
            String message = refused(folder);
            assertTrue(message.contains("-sparc"), message);
        } finally {
            System.setProperty("os.arch", arch);
            System.setProperty("anima.library", library);
        }
    }

    @Test
    void aFileThatIsNoLibraryIsNamed() {
        assertNotNull(System.getProperty("anima.library"));
        String message = refused(folder);
        assertTrue(message.contains(System.getProperty("anima.library")), message);
    }
}
