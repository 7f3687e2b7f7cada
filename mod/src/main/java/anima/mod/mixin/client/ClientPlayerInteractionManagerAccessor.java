package anima.mod.mixin.client;

import net.minecraft.client.network.ClientPlayerInteractionManager;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;

/** What the cracks of the block show that is being dug. */
@Mixin(ClientPlayerInteractionManager.class)
public interface ClientPlayerInteractionManagerAccessor {
    /** From 0 to 1. */
    @Accessor("currentBreakingProgress")
    float anima$currentBreakingProgress();
}
