package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.world.ClientChunkManager;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.world.chunk.ChunkManager;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** There is no event for biomes that change in a loaded chunk. */
@Mixin(ClientChunkManager.class)
abstract class ClientChunkManagerMixin {
    @Inject(method = "onChunkBiomeData", at = @At("RETURN"))
    private void anima$tell(int x, int z, PacketByteBuf buf, CallbackInfo info) {
        ClientHooks.biomesChanged(((ChunkManager) (Object) this).getWorldChunk(x, z));
    }
}
