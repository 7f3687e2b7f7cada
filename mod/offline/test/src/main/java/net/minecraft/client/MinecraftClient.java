package net.minecraft.client;

import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.client.font.TextRenderer;
import net.minecraft.client.gl.Framebuffer;
import net.minecraft.client.gui.hud.InGameHud;
import net.minecraft.client.gui.screen.Overlay;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.client.network.ClientPlayerInteractionManager;
import net.minecraft.client.network.ServerInfo;
import net.minecraft.client.option.GameOptions;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.toast.ToastManager;
import net.minecraft.client.util.Window;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.server.integrated.IntegratedServer;
import net.minecraft.server.integrated.IntegratedServerLoader;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.thread.ReentrantThreadExecutor;

/** Double: a tick in the game's order, as far as keys and windows go. */
public class MinecraftClient extends ReentrantThreadExecutor<Runnable> implements WindowEventHandler {
    private static MinecraftClient instance;

    public final GameOptions options = new GameOptions();
    public final Mouse mouse = new Mouse();
    public final Keyboard keyboard = new Keyboard();
    public final InGameHud inGameHud = new InGameHud();
    public final TextRenderer textRenderer = new TextRenderer();
    public ClientWorld world;
    public ClientPlayerEntity player;
    public ClientPlayerInteractionManager interactionManager;
    public HitResult crosshairTarget;
    public Screen currentScreen;
    protected int attackCooldown;
    private Overlay overlay;
    private final Window window = new Window();
    private final ToastManager toastManager = new ToastManager();
    private final Framebuffer framebuffer = new Framebuffer() {
    };
    private final Thread thread = Thread.currentThread();
    public ClientPlayNetworkHandler doubleConnection;
    public IntegratedServer doubleServer;
    public final IntegratedServerLoader doubleLoader = new IntegratedServerLoader();
    public boolean doubleStops;
    public boolean doubleRealms;
    /** The game's own menu stops the world, as in single player. */
    public boolean doublePaused;
    /** Hot bar slot whose key was pressed, or -1; then attack, use, drop and swap presses of this tick. */
    public int doubleHotbar = -1;
    /** Keys held after the start of the tick, as {@code anima.mod.bridge.Turn.keys} has them. */
    public int doubleKeys;
    public int doubleAttacks;
    public int doubleUses;
    public int doubleDrops;
    public int doubleSwaps;
    public boolean doubleInventoryOpened;
    public boolean doubleBreaks;

    public MinecraftClient() {
        instance = this;
    }

    public static MinecraftClient getInstance() {
        return instance;
    }

    public void tick() {
        doubleHotbar = -1;
        doubleAttacks = 0;
        doubleUses = 0;
        doubleDrops = 0;
        doubleSwaps = 0;
        doubleInventoryOpened = false;
        doubleBreaks = false;
        ClientTickEvents.START_CLIENT_TICK.invoker().onStartTick(this);
        doubleKeys = doubleHeld();
        if (currentScreen != null) {
            attackCooldown = 10000;
            currentScreen.tick();
        } else if (overlay == null) {
            handleInputEvents();
            attackCooldown = Math.max(0, attackCooldown - 1);
        }
        if (world != null && !doublePaused) {
            world.tickEntities();
            world.tick(() -> true);
        }
        ClientTickEvents.END_CLIENT_TICK.invoker().onEndTick(this);
    }

    private int doubleHeld() {
        KeyBinding[] keys = {
            options.forwardKey, options.backKey, options.leftKey, options.rightKey, options.jumpKey, options.sneakKey, options.sprintKey,
            options.attackKey, options.useKey, options.dropKey, options.swapHandsKey
        };
        int held = 0;
        for (int i = 0; i < keys.length; i++) {
            held |= keys[i].isPressed() ? 1 << i : 0;
        }
        return held;
    }

    private void handleInputEvents() {
        for (int i = 0; i < 9; i++) {
            if (options.hotbarKeys[i].wasPressed()) {
                player.getInventory().selectedSlot = i;
                doubleHotbar = i;
            }
        }
        while (options.inventoryKey.wasPressed()) {
            setScreen(new InventoryScreen(player));
            doubleInventoryOpened = true;
        }
        while (options.swapHandsKey.wasPressed()) {
            doubleSwaps++;
        }
        while (options.dropKey.wasPressed()) {
            doubleDrops++;
        }
        while (options.attackKey.wasPressed()) {
            doubleAttacks += attackCooldown > 0 ? 0 : 1;
        }
        while (options.useKey.wasPressed()) {
            doubleUses++;
        }
        boolean breaking = currentScreen == null && options.attackKey.isPressed() && mouse.isCursorLocked();
        attackCooldown = breaking ? attackCooldown : 0;
        doubleBreaks = breaking && attackCooldown <= 0;
    }

    public void setScreen(Screen screen) {
        currentScreen = screen;
        KeyBinding.unpressAll();
        if (screen == null) {
            attackCooldown = 10000; // Mouse.lockCursor
        }
    }

    private void render(boolean tick) {
        framebuffer.endWrite();
    }

    public void doubleRender() {
        render(true);
    }

    public Window getWindow() {
        return window;
    }

    public Overlay getOverlay() {
        return overlay;
    }

    /** Resources are loaded, or no longer. */
    public void doubleOverlay(Overlay shown) {
        overlay = shown;
    }

    public boolean isPaused() {
        return doublePaused;
    }

    public Framebuffer getFramebuffer() {
        return framebuffer;
    }

    public ToastManager getToastManager() {
        return toastManager;
    }

    public ClientPlayNetworkHandler getNetworkHandler() {
        return doubleConnection;
    }

    public IntegratedServer getServer() {
        return doubleServer;
    }

    public IntegratedServerLoader createIntegratedServerLoader() {
        return doubleLoader;
    }

    public void scheduleStop() {
        doubleStops = true;
    }

    public ServerInfo getCurrentServerEntry() {
        return doubleConnection == null ? null : doubleConnection.doubleEntry;
    }

    public boolean isConnectedToRealms() {
        return doubleRealms;
    }

    @Override
    public boolean isOnThread() {
        return Thread.currentThread() == thread;
    }

    public int doubleAttackCooldown() {
        return attackCooldown;
    }
}
