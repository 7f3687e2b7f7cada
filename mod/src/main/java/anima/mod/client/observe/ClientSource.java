package anima.mod.client.observe;

import anima.mod.bridge.Senses;
import anima.mod.mixin.ScreenHandlerAccessor;
import anima.mod.mixin.client.ClientPlayerEntityAccessor;
import anima.mod.mixin.client.ClientPlayerInteractionManagerAccessor;
import anima.mod.observe.Source;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.DeathScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.network.ClientPlayerInteractionManager;
import net.minecraft.entity.Entity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.util.hit.HitResult;
import net.minecraft.world.GameMode;
import net.minecraft.world.World;

/** What a client shows its player. */
final class ClientSource implements Source {
    private final MinecraftClient client;
    /** The menu whose contents have come from the server last. */
    private ScreenHandler arrived;

    ClientSource(MinecraftClient client) {
        this.client = client;
    }

    /** The contents of a menu have come from the server. */
    void contentsArrived(ScreenHandler menu) {
        this.arrived = menu;
    }

    /** Whether a menu's contents are there, so that it may be clicked in. */
    boolean hasContents(ScreenHandler menu) {
        return menu == this.client.player.playerScreenHandler || menu == this.arrived;
    }

    @Override
    public World world() {
        return this.client.world;
    }

    @Override
    public PlayerEntity player() {
        return this.client.player;
    }

    @Override
    public Iterable<Entity> entities() {
        return this.client.world.getEntities(); // In the order in which they came.
    }

    @Override
    public HitResult target() {
        return this.client.crosshairTarget;
    }

    @Override
    public GameMode mode() {
        return this.client.interactionManager.getCurrentGameMode();
    }

    @Override
    public boolean isWalking() {
        return ((ClientPlayerEntityAccessor) this.client.player).anima$isWalking();
    }

    @Override
    public int doubleTapTicks() {
        return ((ClientPlayerEntityAccessor) this.client.player).anima$ticksLeftToDoubleTapSprint();
    }

    @Override
    public float digProgress() {
        ClientPlayerInteractionManager manager = this.client.interactionManager;
        return manager.isBreakingBlock() ? ((ClientPlayerInteractionManagerAccessor) manager).anima$currentBreakingProgress() : 0;
    }

    @Override
    public int screen() {
        Screen open = this.client.currentScreen;
        if (open == null) {
            return Senses.SCREEN_NONE;
        }
        if (open instanceof InventoryScreen) {
            return Senses.SCREEN_INVENTORY;
        }
        if (open instanceof DeathScreen) {
            return Senses.SCREEN_DEATH;
        }
        ScreenHandler menu = this.client.player.currentScreenHandler;
        boolean ofWorld = open instanceof HandledScreen<?> && ((ScreenHandlerAccessor) menu).anima$type() != null;
        return ofWorld && menu == this.arrived ? Senses.SCREEN_CONTAINER : Senses.SCREEN_OTHER;
    }
}
