package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import java.util.function.BooleanSupplier;
import net.minecraft.client.world.ClientWorld;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** The client's world stands still with the server's. */
@Mixin(ClientWorld.class)
abstract class ClientWorldMixin {
    @Inject(method = "tickEntities", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }

    @Inject(method = "tick(Ljava/util/function/BooleanSupplier;)V", at = @At("HEAD"), cancellable = true)
    private void anima$timeStandsStill(BooleanSupplier shouldKeepTicking, CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }

    @Inject(method = "doRandomBlockDisplayTicks", at = @At("HEAD"), cancellable = true)
    private void anima$blocksStandStill(int centerX, int centerY, int centerZ, CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }
}
