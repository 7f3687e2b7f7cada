package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.Keyboard;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** The player's movement keys take over before the game looks at them. */
@Mixin(Keyboard.class)
abstract class KeyboardMixin {
    @Inject(method = "onKey", at = @At("HEAD"))
    private void anima$takeOver(long window, int key, int scancode, int action, int modifiers, CallbackInfo info) {
        ClientHooks.key(key, scancode, action);
    }
}
