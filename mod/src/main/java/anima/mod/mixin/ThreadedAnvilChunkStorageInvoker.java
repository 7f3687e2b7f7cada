package anima.mod.mixin;

import net.minecraft.server.world.ChunkHolder;
import net.minecraft.server.world.ThreadedAnvilChunkStorage;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Invoker;

/** What a world that stands still needs to show itself. */
@Mixin(ThreadedAnvilChunkStorage.class)
public interface ThreadedAnvilChunkStorageInvoker {
    /** Every chunk that is loaded. */
    @Invoker("entryIterator")
    Iterable<ChunkHolder> anima$entryIterator();

    /** Sends what entities look like and where they are. */
    @Invoker("tickEntityMovement")
    void anima$tickEntityMovement();
}
