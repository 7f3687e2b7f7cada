package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.render.WorldRenderer;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Clouds and falling rain stand still with the world. */
@Mixin(WorldRenderer.class)
abstract class WorldRendererMixin {
    @Inject(method = "tick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }
}
