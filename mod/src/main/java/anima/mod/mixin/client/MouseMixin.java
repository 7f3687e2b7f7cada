package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.Mouse;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/** The player's mouse buttons take over; without focus the agent's attack key counts all the same. */
@Mixin(Mouse.class)
abstract class MouseMixin {
    @Inject(method = "onMouseButton", at = @At("HEAD"))
    private void anima$takeOver(long window, int button, int action, int mods, CallbackInfo info) {
        ClientHooks.mouseButton(action);
    }

    @Inject(method = "isCursorLocked", at = @At("HEAD"), cancellable = true)
    private void anima$holdCursor(CallbackInfoReturnable<Boolean> info) {
        if (ClientHooks.holdsCursor(MinecraftClient.getInstance())) {
            info.setReturnValue(true);
        }
    }
}
