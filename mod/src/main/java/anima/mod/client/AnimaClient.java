package anima.mod.client;

import anima.mod.Log;
import anima.mod.bridge.Console;
import anima.mod.bridge.Host;
import anima.mod.bridge.NativeLibrary;
import anima.mod.client.command.AnimaCommand;
import anima.mod.client.hud.Notices;
import anima.mod.client.hud.Panel;
import anima.mod.observe.GameRegistries;
import anima.mod.pause.PauseChannel;
import com.mojang.brigadier.CommandDispatcher;
import net.fabricmc.api.ClientModInitializer;
import net.fabricmc.fabric.api.client.command.v2.ClientCommandRegistrationCallback;
import net.fabricmc.fabric.api.client.command.v2.FabricClientCommandSource;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientChunkEvents;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientLifecycleEvents;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.keybinding.v1.KeyBindingHelper;
import net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.client.rendering.v1.HudRenderCallback;
import net.fabricmc.fabric.api.client.rendering.v1.WorldRenderEvents;
import net.fabricmc.fabric.api.event.registry.RegistryIdRemapCallback;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.util.InputUtil;
import net.minecraft.registry.Registry;

/** The client's entry point: it wires, and does nothing itself. */
public final class AnimaClient implements ClientModInitializer {
    private static final String CATEGORY = "key.categories.anima";
    private static final int KEY_B = 66;
    private static final int KEY_N = 78;

    private String failure;
    private boolean failureTold;

    /** The mod's settings; null without a session. */
    public static Settings settings() {
        Play play = ClientHooks.play();
        return play == null ? null : play.settings();
    }

    @Override
    public void onInitializeClient() {
        KeyBinding stop = KeyBindingHelper.registerKeyBinding(new KeyBinding("key.anima.stop", InputUtil.Type.KEYSYM, KEY_B, CATEGORY));
        KeyBinding resume = KeyBindingHelper.registerKeyBinding(new KeyBinding("key.anima.resume", InputUtil.Type.KEYSYM, KEY_N, CATEGORY));
        ClientLifecycleEvents.CLIENT_STARTED.register(client -> this.open(client, stop));
        ClientLifecycleEvents.CLIENT_STOPPING.register(client -> close());
        ClientTickEvents.START_CLIENT_TICK.register(client -> this.startTick(client, resume));
        ClientTickEvents.END_CLIENT_TICK.register(client -> ClientHooks.report(Play::endTick));
        ClientTickEvents.END_WORLD_TICK.register(world -> ClientHooks.report(play -> play.worldTicked(world)));
        ClientChunkEvents.CHUNK_LOAD.register((world, chunk) -> ClientHooks.report(play -> play.observer().chunkLoaded(world, chunk)));
        ClientChunkEvents.CHUNK_UNLOAD.register((world, chunk) -> ClientHooks.report(play -> play.observer().chunkUnloaded(world, chunk)));
        hearOfRemaps();
        ClientReceiveMessageEvents.CHAT.register((message, signed, sender, parameters, received) ->
            ClientHooks.report(play -> play.chat(message, sender)));
        ClientReceiveMessageEvents.GAME.register((message, overlay) -> ClientHooks.report(play -> play.gameMessage(message, overlay)));
        ClientCommandRegistrationCallback.EVENT.register((dispatcher, access) -> this.registerCommands(dispatcher));
        ClientPlayNetworking.registerGlobalReceiver(PauseChannel.ID, (client, handler, buf, sender) -> {
            boolean holds = buf.readBoolean(); // On the network's thread, which owns the message.
            client.execute(() -> ClientHooks.report(play -> play.pause().answered(holds)));
        });
        HudRenderCallback.EVENT.register((matrices, delta) -> ClientHooks.report(play -> {
            MinecraftClient client = MinecraftClient.getInstance();
            Panel.draw(client, matrices, play.status(), play.settings(), HandOver.isTyping(client));
        }));
        WorldRenderEvents.END.register(context -> ClientHooks.report(play ->
            play.frames().world(MinecraftClient.getInstance(), play.settings().frameWithHud())));
    }

    /** Where Fabric API has no such event, the first chunk of each game still shows that ids mean something else. */
    private static void hearOfRemaps() {
        try {
            GameRegistries.all().forEach(AnimaClient::hearOfRemap);
        } catch (LinkageError e) {
            Log.warn("Anima does not hear of registries that are numbered anew: " + e.getMessage());
        }
    }

    private static <T> void hearOfRemap(Registry<T> registry) {
        RegistryIdRemapCallback.event(registry).register(state -> ClientHooks.report(play -> play.observer().remapped()));
    }

    /** The player joins a world. If there are no commands to have, one says why, and the player joins all the same. */
    private void registerCommands(CommandDispatcher<FabricClientCommandSource> dispatcher) {
        Play play = ClientHooks.play();
        if (play == null) {
            AnimaCommand.registerFailure(dispatcher, String.valueOf(this.failure));
            return;
        }
        try {
            new AnimaCommand(play.body(), play.settings()::read, play::isEntered).register(dispatcher);
        } catch (RuntimeException | LinkageError e) {
            Log.error("Anima made a mistake: " + e.getMessage(), e);
            AnimaCommand.registerFailure(dispatcher, "Anima made a mistake: " + e.getMessage());
        }
    }

    /** The game is ready: window, options and registries are there. If the library does not load, the game goes on. */
    private void open(MinecraftClient client, KeyBinding stop) {
        FabricLoader loader = FabricLoader.getInstance();
        try {
            NativeLibrary.load(loader.getGameDir());
            Host host = Host.open(loader.getConfigDir(), loader.getGameDir(), GameRegistries.read());
            ClientHooks.bind(new Play(client, host, stop));
            this.failure = host.config().problem();
        } catch (NativeLibrary.Unavailable | RuntimeException | LinkageError e) {
            this.failure = "Anima is not available: " + e.getMessage();
            Log.error(this.failure, e);
        }
    }

    private static void close() {
        ClientHooks.report(Play::close);
        ClientHooks.bind(null);
    }

    private void startTick(MinecraftClient client, KeyBinding resume) {
        if (this.failure != null && !this.failureTold && client.player != null) {
            this.failureTold = true;
            client.inGameHud.getChatHud().addMessage(Notices.text(new Console.Line(Console.Tone.BAD, this.failure)));
        }
        while (resume.wasPressed()) {
            ClientHooks.report(Play::resume);
        }
        ClientHooks.report(Play::startTick);
    }
}
