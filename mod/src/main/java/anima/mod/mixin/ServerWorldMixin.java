package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import anima.mod.pause.StillWorld;
import java.util.function.BooleanSupplier;
import net.minecraft.server.world.ServerWorld;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** No game time passes in {@link ServerWorld#tick} while the gate is closed. */
@Mixin(ServerWorld.class)
abstract class ServerWorldMixin {
    @Inject(method = "tick(Ljava/util/function/BooleanSupplier;)V", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(BooleanSupplier shouldKeepTicking, CallbackInfo info) {
        ServerWorld world = (ServerWorld) (Object) this;
        if (GatedServer.isStill(world.getServer())) {
            StillWorld.tick(world);
            info.cancel();
        }
    }
}
