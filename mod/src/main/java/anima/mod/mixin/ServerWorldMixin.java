package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import anima.mod.pause.StillWorld;
import anima.mod.server.body.PlayedServer;
import anima.mod.server.body.ServerPlay;
import java.util.function.BooleanSupplier;
import net.minecraft.block.BlockState;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.math.BlockPos;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** No game time passes in {@link ServerWorld#tick} while the gate is closed; and bodies hear of blocks that change. */
@Mixin(ServerWorld.class)
abstract class ServerWorldMixin {
    @Inject(method = "tick(Ljava/util/function/BooleanSupplier;)V", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(BooleanSupplier shouldKeepTicking, CallbackInfo info) {
        ServerWorld world = (ServerWorld) (Object) this;
        if (GatedServer.isStill(world.getServer())) {
            StillWorld.tick(world);
            info.cancel();
        }
    }

    @Inject(method = "onBlockChanged", at = @At("HEAD"))
    private void anima$tellBodies(BlockPos pos, BlockState before, BlockState now, CallbackInfo info) {
        ServerWorld world = (ServerWorld) (Object) this;
        ServerPlay play = PlayedServer.playIn(world);
        if (play != null) {
            play.blockChanged(world, pos, now);
        }
    }
}
