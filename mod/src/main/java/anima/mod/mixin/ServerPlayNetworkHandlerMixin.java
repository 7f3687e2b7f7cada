package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.Shadow;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** A player that the gate holds in mid-air is not kicked for flying by {@link ServerPlayNetworkHandler#tick} (80 ticks). */
@Mixin(ServerPlayNetworkHandler.class)
abstract class ServerPlayNetworkHandlerMixin {
    @Shadow
    public ServerPlayerEntity player;
    @Shadow
    private int floatingTicks;
    @Shadow
    private int vehicleFloatingTicks;

    @Inject(method = "tick", at = @At("HEAD"))
    private void anima$forgiveFloating(CallbackInfo info) {
        if (GatedServer.isStill(this.player.server)) {
            this.floatingTicks = 0;
            this.vehicleFloatingTicks = 0;
        }
    }
}
