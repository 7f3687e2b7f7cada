package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.texture.TextureManager;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Water, lava and fire stand still with the world. */
@Mixin(TextureManager.class)
abstract class TextureManagerMixin {
    @Inject(method = "tick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }
}
