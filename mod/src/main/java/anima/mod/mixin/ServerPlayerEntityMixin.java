package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import net.minecraft.server.network.ServerPlayerEntity;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Players are ticked by the network, not by their world: they stand still here (hunger, air, fire, effects). */
@Mixin(ServerPlayerEntity.class)
abstract class ServerPlayerEntityMixin {
    @Inject(method = "playerTick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (GatedServer.isStill(((ServerPlayerEntity) (Object) this).server)) {
            info.cancel();
        }
    }
}
