package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.network.ClientPlayerEntity;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/** The agent jumps by its own key only; the player's option stays as it is. */
@Mixin(ClientPlayerEntity.class)
abstract class ClientPlayerEntityMixin {
    @Inject(method = "isAutoJumpEnabled", at = @At("HEAD"), cancellable = true)
    private void anima$holdOffAutoJump(CallbackInfoReturnable<Boolean> info) {
        if (ClientHooks.isEngaged()) {
            info.setReturnValue(false);
        }
    }
}
