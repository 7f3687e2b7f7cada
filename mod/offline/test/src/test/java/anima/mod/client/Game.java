package anima.mod.client;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Host;
import anima.mod.bridge.NativeLibrary;
import anima.mod.observe.GameRegistries;
import anima.mod.server.Mod;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.command.v2.ClientCommandRegistrationCallback;
import net.fabricmc.fabric.api.client.command.v2.FabricClientCommandSource;
import net.fabricmc.fabric.api.client.keybinding.v1.KeyBindingHelper;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.ChatScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.text.Text;
import org.junit.jupiter.api.Assumptions;

/** The one client of this JVM, with the mod in it, and a new session for whoever asks. */
public final class Game {
    private static final int ENTER = 257;
    private static MinecraftClient client;
    private static boolean started;
    private static boolean hostLoaded;

    private Game() {
    }

    /** The client, before the mod is started in it. */
    static synchronized MinecraftClient client() {
        if (client == null) {
            client = new MinecraftClient();
        }
        return client;
    }

    /** Starts the mod as the loader does. Tests that need the library are skipped, loudly, where there is none. */
    public static synchronized void start() {
        client();
        if (!started) {
            started = true;
            GameData.fill(hasHost() ? EmbeddedGame.lists() : GameData.Lists.FEW);
            FabricLoader loader = FabricLoader.getInstance();
            Mod.start();
            loader.getEntrypoints("client", ClientModInitializer.class).forEach(ClientModInitializer::onInitializeClient);
        }
        if (!hasLibrary()) {
            System.err.println("SKIPPED: no native library; `cargo xtask mod` builds it");
            Assumptions.abort("no native library");
        }
    }

    /** Whether the embedded world is there; loads it. */
    public static boolean hasHost() {
        String host = System.getProperty("anima.host", "");
        if (!host.isEmpty() && !hostLoaded) {
            EmbeddedWorld.load(Path.of(host));
            hostLoaded = true;
        }
        return hostLoaded;
    }

    private static boolean hasLibrary() {
        String faults = System.getProperty("anima.faults", "");
        if (!faults.isEmpty()) {
            System.setProperty("anima.library", faults);
        }
        try {
            NativeLibrary.load(FabricLoader.getInstance().getGameDir());
            return true;
        } catch (NativeLibrary.Unavailable e) {
            return false;
        }
    }

    /** Opens a session in a folder, with settings of its own: keys of {@code [game]} as lines. */
    static Play open(Path folder, String... settings) {
        start();
        try {
            Files.writeString(folder.resolve("anima.toml"), "[game]\n" + String.join("\n", settings) + "\n");
            return open(folder, folder);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Play open(Path config, Path game) {
        Host host = Host.open(config, game, GameRegistries.read());
        if (host.config().problem() != null) {
            throw new IllegalStateException(host.config().problem());
        }
        Play play = new Play(client, host, stopKey());
        ClientHooks.bind(play);
        return play;
    }

    /** Ends the session and leaves the world. */
    static void close(Play play) {
        if (play != null) {
            play.close();
        }
        ClientHooks.bind(null);
        Flat.leave(client);
        client.doubleServer = null;
        client.doubleRealms = false;
        client.mouse.doubleClickInto();
        KeyBinding.unpressAll();
        client.inGameHud.doubleOverlays.clear();
        client.inGameHud.getChatHud().doubleLines.clear();
    }

    static KeyBinding stopKey() {
        return KeyBindingHelper.REGISTERED.get(0);
    }

    /** A command line that the player types: the game runs it while it handles the key that sends it. */
    static List<String> type(String line) {
        Screen before = client.currentScreen;
        client.currentScreen = new ChatScreen();
        client.keyboard.onKey(1, ENTER, 0, 1, 0);
        client.currentScreen = before;
        return run(line);
    }

    /** A command line that the game runs, whoever it comes from. */
    static List<String> run(String line) {
        CommandDispatcher<FabricClientCommandSource> dispatcher = new CommandDispatcher<>();
        ClientCommandRegistrationCallback.EVENT.invoker().register(dispatcher, null);
        List<String> answers = new ArrayList<>();
        try {
            dispatcher.execute(line, new Source(answers));
        } catch (CommandSyntaxException e) {
            answers.add("syntax: " + e.getMessage());
        }
        return answers;
    }

    /** Who types. */
    record Source(List<String> answers) implements FabricClientCommandSource {
        @Override
        public void sendFeedback(Text message) {
            answers.add(message.getString());
        }

        @Override
        public void sendError(Text message) {
            answers.add("error: " + message.getString());
        }

        @Override
        public MinecraftClient getClient() {
            return client;
        }
    }

    /** Lets the land around be told, which takes some ticks, while the game's menu holds the world: so a goal begins in its first tick. */
    static void showLand() {
        client.doublePaused = true;
        for (int i = 0; i < 20; i++) {
            client.tick();
        }
        client.doublePaused = false;
    }

    /** Ticks until the agent holds a key; fails if it never does. */
    static void tickUntilActing() {
        for (int i = 0; i < 600; i++) {
            client.tick();
            if (pressed() != 0) {
                return;
            }
        }
        throw new AssertionError("the agent presses nothing: " + ClientHooks.play().status().goal() + ", " + ClientHooks.play().status().detail());
    }

    /** The keys that are held, as bits in the order of the options. */
    static int pressed() {
        int bits = 0;
        KeyBinding[] keys = keys();
        for (int i = 0; i < keys.length; i++) {
            bits |= keys[i].isPressed() ? 1 << i : 0;
        }
        return bits;
    }

    /** Presses that the game has not looked at. */
    static int waitingPresses() {
        int count = 0;
        for (KeyBinding key : KeyBinding.doubleAll) {
            count += key.doubleTimesPressed();
        }
        return count;
    }

    static KeyBinding[] keys() {
        var o = client.options;
        return new KeyBinding[] {o.forwardKey, o.backKey, o.leftKey, o.rightKey, o.jumpKey, o.sneakKey, o.sprintKey, o.attackKey, o.useKey, o.dropKey, o.swapHandsKey};
    }
}
