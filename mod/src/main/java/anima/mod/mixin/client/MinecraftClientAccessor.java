package anima.mod.mixin.client;

import net.minecraft.client.MinecraftClient;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;

/** The cool-downs of the player's hands. */
@Mixin(MinecraftClient.class)
public interface MinecraftClientAccessor {
    /** Ticks until the attack key does something again: 10 after a missed swing, 10,000 while a window is open. */
    @Accessor("attackCooldown")
    int anima$attackCooldown();

    /** Sets it. */
    @Accessor("attackCooldown")
    void anima$setAttackCooldown(int ticks);

    /** Ticks until a held use key uses again. */
    @Accessor("itemUseCooldown")
    int anima$itemUseCooldown();

    /** Sets it. */
    @Accessor("itemUseCooldown")
    void anima$setItemUseCooldown(int ticks);
}
