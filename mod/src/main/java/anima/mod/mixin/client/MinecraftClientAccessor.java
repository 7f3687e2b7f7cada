package anima.mod.mixin.client;

import net.minecraft.client.MinecraftClient;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;

/** The cool-down after a missed swing, and 10,000 while a window is open. */
@Mixin(MinecraftClient.class)
public interface MinecraftClientAccessor {
    /** Ticks until the hand may swing again. */
    @Accessor("attackCooldown")
    int anima$attackCooldown();

    /** Sets it. */
    @Accessor("attackCooldown")
    void anima$setAttackCooldown(int ticks);
}
