package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.particle.ParticleManager;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Particles hang in the air while the world stands still. */
@Mixin(ParticleManager.class)
abstract class ParticleManagerMixin {
    @Inject(method = "tick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }
}
