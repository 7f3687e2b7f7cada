package anima.mod.observe;

import anima.mod.bridge.Senses;
import java.util.Arrays;
import net.minecraft.entity.effect.StatusEffect;
import net.minecraft.entity.effect.StatusEffectInstance;
import net.minecraft.entity.player.HungerManager;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.util.math.Vec3d;

/** Tells of the player's own body. */
final class BodyView {
    private final Senses senses;
    private int[] effects = new int[3 * 8];
    private int[] toldEffects = {};

    BodyView(Senses senses) {
        this.senses = senses;
    }

    void tell(Source source) {
        PlayerEntity player = source.player();
        Vec3d velocity = player.getVelocity();
        HungerManager hunger = player.getHungerManager();
        this.senses.place(player.getX(), player.getY(), player.getZ(), velocity.x, velocity.y, velocity.z);
        this.senses.look(player.getYaw(), player.getPitch(), player.getStandingEyeHeight(), player.getHeight());
        this.senses.stance(flags(player) | (source.isWalking() ? Senses.WALKING : 0), source.doubleTapTicks());
        this.senses.vitals(player.getHealth(), hunger.getFoodLevel(), hunger.getSaturationLevel(), player.getAir());
        this.senses.experience(player.experienceLevel, player.experienceProgress);
        this.senses.hands(player.getAttackCooldownProgress(0), source.digProgress());
        this.tellEffects(player);
    }

    private static int flags(PlayerEntity player) {
        return (player.isOnGround() ? Senses.ON_GROUND : 0)
            | (player.isTouchingWater() ? Senses.IN_WATER : 0)
            | (player.isSubmergedInWater() ? Senses.SUBMERGED : 0)
            | (player.isInLava() ? Senses.IN_LAVA : 0)
            | (player.isInSwimmingPose() ? Senses.SWIMMING : 0)
            | (player.isInSneakingPose() ? Senses.SNEAKING : 0)
            | (player.isSprinting() ? Senses.SPRINTING : 0)
            | (player.isClimbing() ? Senses.CLIMBING : 0)
            | (player.isOnFire() ? Senses.ON_FIRE : 0)
            | (player.horizontalCollision ? Senses.COLLIDED : 0)
            | (player.isUsingItem() ? Senses.USING_ITEM : 0)
            | (player.isDead() ? Senses.DEAD : 0);
    }

    private void tellEffects(PlayerEntity player) {
        int count = 0;
        for (StatusEffectInstance effect : player.getStatusEffects()) {
            if (3 * count == this.effects.length) {
                this.effects = Arrays.copyOf(this.effects, 2 * this.effects.length);
            }
            this.effects[3 * count] = StatusEffect.getRawId(effect.getEffectType());
            this.effects[3 * count + 1] = effect.getAmplifier();
            this.effects[3 * count + 2] = effect.getDuration();
            count++;
        }
        if (!Arrays.equals(this.effects, 0, 3 * count, this.toldEffects, 0, this.toldEffects.length)) {
            this.senses.effects(this.effects, count);
            this.toldEffects = Arrays.copyOf(this.effects, 3 * count);
        }
    }
}
