package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/**
 * Screens that the player opens take over, and the game opens none of its own because nobody looks; while the world stands
 * still no block is dug on and none given up; a frame is complete when {@link MinecraftClient#render} ends writing it.
 */
@Mixin(MinecraftClient.class)
abstract class MinecraftClientMixin {
    @Inject(method = "setScreen", at = @At("HEAD"))
    private void anima$takeOver(Screen screen, CallbackInfo info) {
        ClientHooks.screen(screen);
    }

    @Inject(method = "render", at = @At(value = "INVOKE", target = "Lnet/minecraft/client/gl/Framebuffer;endWrite()V", ordinal = 0))
    private void anima$frameComplete(boolean tick, CallbackInfo info) {
        ClientHooks.frameComplete((MinecraftClient) (Object) this);
    }

    @Inject(method = "openPauseMenu", at = @At("HEAD"), cancellable = true)
    private void anima$keepMenuClosed(boolean pause, CallbackInfo info) {
        if (ClientHooks.keepsMenuClosed((MinecraftClient) (Object) this)) {
            info.cancel();
        }
    }

    @Inject(method = "handleBlockBreaking", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(boolean breaking, CallbackInfo info) {
        if (ClientHooks.isStill()) {
            info.cancel();
        }
    }
}
