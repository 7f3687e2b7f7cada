package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import anima.mod.pause.TickGate;
import net.minecraft.server.MinecraftServer;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.Unique;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Redirect;

/** Gives every server its gate, and holds the autosave of {@link MinecraftServer#tick} while it is closed. */
@Mixin(MinecraftServer.class)
abstract class MinecraftServerMixin implements GatedServer {
    @Unique
    private final TickGate anima$tickGate = new TickGate(System::nanoTime);

    @Override
    public TickGate anima$tickGate() {
        return this.anima$tickGate;
    }

    @Redirect(method = "tick", at = @At(value = "INVOKE", target = "Lnet/minecraft/server/MinecraftServer;saveAll(ZZZ)Z"))
    private boolean anima$holdAutosave(MinecraftServer server, boolean quiet, boolean flush, boolean force) {
        if (this.anima$tickGate.isClosed()) {
            this.anima$tickGate.holdSave();
            return false;
        }
        return server.saveAll(quiet, flush, force);
    }
}
