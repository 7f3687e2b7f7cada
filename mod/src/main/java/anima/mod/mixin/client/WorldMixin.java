package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.block.BlockState;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.World;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** Every block that changes in a client's world; the server's overrides {@link World#onBlockChanged} and does not call it. */
@Mixin(World.class)
abstract class WorldMixin {
    @Inject(method = "onBlockChanged", at = @At("HEAD"))
    private void anima$tell(BlockPos pos, BlockState before, BlockState now, CallbackInfo info) {
        World world = (World) (Object) this;
        if (world.isClient) {
            ClientHooks.blockChanged(world, pos, now);
        }
    }
}
