package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Screens that the player opens take over; a frame is complete when {@link MinecraftClient#render} ends writing it. */
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
}
