package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import anima.mod.pause.TickGate;
import anima.mod.server.body.PlayedServer;
import anima.mod.server.body.ServerPlay;
import net.minecraft.server.MinecraftServer;
import net.minecraft.util.Util;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.Shadow;
import org.spongepowered.asm.mixin.Unique;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/** Gives every server its gate and a place for who plays in it, and holds the autosave of {@link MinecraftServer#tick} while it is closed. Other mods may hook into that tick, too. */
@Mixin(MinecraftServer.class)
abstract class MinecraftServerMixin implements GatedServer, PlayedServer {
    @Unique
    private final TickGate anima$tickGate = new TickGate(System::nanoTime);
    /** Milliseconds between two ticks that follow each other as fast as they can: without any no chunk would come. */
    @Unique
    private static final long ANIMA$BREATH = 2;

    @Unique
    private ServerPlay anima$play;

    /** When the next tick is due. */
    @Shadow
    private long timeReference;

    @Override
    public TickGate anima$tickGate() {
        return this.anima$tickGate;
    }

    @Override
    public ServerPlay anima$play() {
        return this.anima$play;
    }

    @Override
    public void anima$setPlay(ServerPlay play) {
        this.anima$play = play;
    }

    @Override
    public void anima$hurry() {
        this.timeReference = Math.min(this.timeReference, Util.getMeasuringTimeMs() + ANIMA$BREATH);
    }

    @Inject(method = "saveAll", at = @At("HEAD"), cancellable = true)
    private void anima$holdAutosave(boolean quiet, boolean flush, boolean force, CallbackInfoReturnable<Boolean> info) {
        boolean isAutosave = quiet && !flush && !force; // The game's menu is not quiet, and /save-all saves by force.
        if (isAutosave && this.anima$tickGate.isClosed()) {
            this.anima$tickGate.holdSave();
            info.setReturnValue(false);
        }
    }
}
