package anima.mod.mixin.client;

import net.minecraft.client.network.ClientPlayerEntity;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;
import org.spongepowered.asm.mixin.gen.Invoker;

/** What the player's own legs remember of the forward key. */
@Mixin(ClientPlayerEntity.class)
public interface ClientPlayerEntityAccessor {
    /** Ticks in which another press of the forward key starts a sprint. */
    @Accessor("ticksLeftToDoubleTapSprint")
    int anima$ticksLeftToDoubleTapSprint();

    /** Whether the forward key moved the player in the last tick, at the full speed of walking. */
    @Invoker("isWalking")
    boolean anima$isWalking();
}
