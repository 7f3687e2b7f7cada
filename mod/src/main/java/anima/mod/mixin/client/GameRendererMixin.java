package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.render.GameRenderer;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.ModifyVariable;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** The hand, the eyes, flickering light and splashes of rain stand still with the world, which is drawn as its last tick left it. */
@Mixin(GameRenderer.class)
abstract class GameRendererMixin {
    @Inject(method = "tick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }

    @ModifyVariable(method = "render", at = @At("HEAD"), argsOnly = true)
    private float anima$drawTheLastTick(float tickDelta) {
        return ClientHooks.isStill() ? 1 : tickDelta;
    }
}
