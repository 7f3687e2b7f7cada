package net.minecraft.client;

import anima.host.EmbeddedWorld;
import java.util.Arrays;
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
import net.minecraft.client.particle.ParticleManager;
import net.minecraft.client.render.GameRenderer;
import net.minecraft.client.render.WorldRenderer;
import net.minecraft.client.texture.TextureManager;
import net.minecraft.client.toast.ToastManager;
import net.minecraft.client.util.Window;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.server.integrated.IntegratedServer;
import net.minecraft.server.integrated.IntegratedServerLoader;
import net.minecraft.text.Text;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.thread.ReentrantThreadExecutor;

/** Double: a frame and a tick in the game's order, as far as keys, windows and what moves by itself go. */
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
    private int itemUseCooldown;
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
    /** What the last tick did: hot bar slot whose key was pressed, or -1; attacks, uses, drops and swaps. */
    public int doubleHotbar = -1;
    public int doubleAttacks;
    public int doubleUses;
    public int doubleDrops;
    public int doubleSwaps;
    public boolean doubleInventoryOpened;
    /** Whether {@link #handleBlockBreaking} dug on. */
    public boolean doubleBreaks;
    /** What {@link #handleInputEvents} has read, as {@code anima.host.EmbeddedWorld.tick} takes it. */
    public final int[] doublePresses = new int[EmbeddedWorld.PRESSES];
    /** The clock of the frames. */
    public long doubleMillis;
    /** What is drawn, and what goes on by itself. */
    public final WorldRenderer doubleWorldRenderer = new WorldRenderer();
    public final GameRenderer doubleGameRenderer = new GameRenderer(doubleWorldRenderer);
    public final ParticleManager doubleParticles = new ParticleManager();
    public final TextureManager doubleTextures = new TextureManager();
    private long prevTimeMillis;
    private float tickDelta;
    private long lastFocusedMillis;

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
        if (itemUseCooldown > 0) {
            itemUseCooldown--;
        }
        if (world != null) {
            doubleTextures.tick();
        }
        if (currentScreen != null) {
            attackCooldown = 10000;
            currentScreen.tick();
        }
        Arrays.fill(doublePresses, 0);
        if (overlay == null && (currentScreen == null || currentScreen.passEvents) && player != null) {
            handleInputEvents();
            if (attackCooldown > 0) {
                attackCooldown--;
            }
        }
        if (world != null && !doublePaused) {
            doubleGameRenderer.tick();
            doubleWorldRenderer.tick();
            world.tickEntities();
            world.tick(() -> true);
            world.doRandomBlockDisplayTicks(0, 0, 0);
            doubleParticles.tick();
        }
        ClientTickEvents.END_CLIENT_TICK.invoker().onEndTick(this);
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
        doublePresses[EmbeddedWorld.ATTACK_COOLDOWN] = attackCooldown;
        doublePresses[EmbeddedWorld.USE_COOLDOWN] = itemUseCooldown;
        doublePresses[EmbeddedWorld.HOLDS_USE] = options.useKey.isPressed() ? 1 : 0;
        while (options.swapHandsKey.wasPressed()) {
            doubleSwaps++;
        }
        while (options.dropKey.wasPressed()) {
            doubleDrops++;
        }
        doublePresses[EmbeddedWorld.SWAPS] = doubleSwaps;
        doublePresses[EmbeddedWorld.DROPS] = doubleDrops;
        boolean uses = player.isUsingItem();
        if (uses && !options.useKey.isPressed()) {
            interactionManager.doubleStopUsing(player);
        }
        while (options.attackKey.wasPressed()) {
            doublePresses[EmbeddedWorld.ATTACKS]++;
            if (!uses) {
                doAttack();
            }
        }
        while (options.useKey.wasPressed()) {
            doublePresses[EmbeddedWorld.USES]++;
            if (!uses) {
                doItemUse();
            }
        }
        if (options.useKey.isPressed() && itemUseCooldown == 0 && !player.isUsingItem()) {
            doItemUse();
        }
        boolean breaking = currentScreen == null && options.attackKey.isPressed() && mouse.isCursorLocked();
        doublePresses[EmbeddedWorld.HOLDS_ATTACK] = breaking ? 1 : 0;
        handleBlockBreaking(breaking);
    }

    /** What is hit is the embedded world's business; here it costs what a miss costs. */
    private boolean doAttack() {
        if (attackCooldown > 0) {
            return false;
        }
        doubleAttacks++;
        if (crosshairTarget == null || crosshairTarget.getType() == HitResult.Type.MISS) {
            attackCooldown = 10;
        }
        return false;
    }

    private void doItemUse() {
        if (!interactionManager.isBreakingBlock()) {
            itemUseCooldown = 4;
            doubleUses++;
        }
    }

    private void handleBlockBreaking(boolean breaking) {
        if (!breaking) {
            attackCooldown = 0;
        }
        if (attackCooldown > 0 || player.isUsingItem()) {
            return;
        }
        doubleBreaks = breaking && crosshairTarget != null && crosshairTarget.getType() == HitResult.Type.BLOCK;
        if (!doubleBreaks) {
            interactionManager.doubleCancelBreaking();
        }
    }

    /** The cool-downs that come of what the embedded world made of the presses. */
    public void doubleCooldowns(int attack, int use) {
        attackCooldown = attack;
        itemUseCooldown = use;
    }

    public void setScreen(Screen screen) {
        currentScreen = screen;
        if (screen != null) {
            mouse.doubleUnlock();
            KeyBinding.unpressAll();
        } else {
            mouse.lockCursor();
        }
    }

    private void render(boolean tick) {
        if (tick) {
            int due = beginRenderTick(doubleMillis);
            for (int i = 0; i < Math.min(10, due); i++) {
                tick();
            }
        }
        doubleGameRenderer.render(tickDelta, 0, tick);
        if (isWindowFocused() || !options.pauseOnLostFocus) { // As GameRenderer.render does.
            lastFocusedMillis = doubleMillis;
        } else if (doubleMillis - lastFocusedMillis > 500) {
            openPauseMenu(false);
        }
        framebuffer.endWrite();
    }

    public boolean isWindowFocused() {
        return mouse.doubleHasFocus();
    }

    public void openPauseMenu(boolean pause) {
        if (currentScreen == null) {
            setScreen(new Screen(Text.literal("the game's menu")) {
            });
        }
    }

    /** As in {@code RenderTickCounter}: how many ticks are due, 50 milliseconds each, and how far the next one is. */
    private int beginRenderTick(long timeMillis) {
        tickDelta += (timeMillis - prevTimeMillis) / 50.0F;
        prevTimeMillis = timeMillis;
        int due = (int) tickDelta;
        tickDelta -= due;
        return due;
    }

    public void doubleRender() {
        render(true);
    }

    @Override
    public void execute(Runnable task) {
        if (!isOnThread()) {
            throw new IllegalStateException("the double has one thread");
        }
        task.run(); // As ThreadExecutor does on its own thread.
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

    public int doubleItemUseCooldown() {
        return itemUseCooldown;
    }
}
