package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.entity.Entity;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.damage.DamageSource;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** The entity that hurt the player, as the server tells it ({@code EntityDamageS2CPacket}). */
@Mixin(LivingEntity.class)
abstract class LivingEntityMixin {
    @Inject(method = "onDamaged", at = @At("HEAD"))
    private void anima$hurt(DamageSource source, CallbackInfo info) {
        ClientHooks.hurt((Entity) (Object) this, source.getAttacker());
    }
}
