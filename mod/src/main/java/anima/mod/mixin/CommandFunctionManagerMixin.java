package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.function.CommandFunctionManager;
import org.spongepowered.asm.mixin.Final;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.Shadow;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Functions that data packs run in every tick wait with the world. */
@Mixin(CommandFunctionManager.class)
abstract class CommandFunctionManagerMixin {
    @Shadow
    @Final
    MinecraftServer server;

    @Inject(method = "tick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (GatedServer.isStill(this.server)) {
            info.cancel();
        }
    }
}
