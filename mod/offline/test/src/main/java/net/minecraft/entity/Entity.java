package net.minecraft.entity;

import java.util.UUID;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.server.command.CommandOutput;
import net.minecraft.util.Nameable;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.entity.EntityLike;

/** Double: what an entity shows, as plain values. */
public abstract class Entity implements Nameable, EntityLike, CommandOutput {
    public float prevYaw;
    public float prevPitch;
    public boolean horizontalCollision;
    public int doubleId;
    public UUID doubleUuid = UUID.randomUUID();
    public EntityType<?> doubleType;
    public double doubleX;
    public double doubleY;
    public double doubleZ;
    public Vec3d doubleVelocity = new Vec3d(0, 0, 0);
    public float doubleYaw;
    public float doublePitch;
    public float doubleBodyYaw;
    public float doubleWidth;
    public float doubleHeight;
    public float doubleEyeHeight;
    public int doubleAir = 300;
    public boolean doubleOnGround;
    public boolean doubleInWater;
    public boolean doubleSubmerged;
    public boolean doubleInLava;
    public boolean doubleSwimmingPose;
    public boolean doubleSneakingPose;
    public boolean doubleSprinting;
    public boolean doubleOnFire;
    public boolean doubleInvisible;

    @Override
    public int getId() {
        return doubleId;
    }

    @Override
    public UUID getUuid() {
        return doubleUuid;
    }

    public EntityType<?> getType() {
        return doubleType;
    }

    public final double getX() {
        return doubleX;
    }

    public final double getY() {
        return doubleY;
    }

    public final double getZ() {
        return doubleZ;
    }

    public Vec3d getVelocity() {
        return doubleVelocity;
    }

    public float getYaw() {
        return doubleYaw;
    }

    public float getPitch() {
        return doublePitch;
    }

    public void setYaw(float yaw) {
        doubleYaw = yaw;
    }

    public void setPitch(float pitch) {
        doublePitch = pitch;
    }

    public float getBodyYaw() {
        return doubleBodyYaw;
    }

    public final float getWidth() {
        return doubleWidth;
    }

    public final float getHeight() {
        return doubleHeight;
    }

    public final float getStandingEyeHeight() {
        return doubleEyeHeight;
    }

    public int getAir() {
        return doubleAir;
    }

    public boolean isOnGround() {
        return doubleOnGround;
    }

    public boolean isTouchingWater() {
        return doubleInWater;
    }

    public boolean isSubmergedInWater() {
        return doubleSubmerged;
    }

    public boolean isInLava() {
        return doubleInLava;
    }

    public boolean isInSwimmingPose() {
        return doubleSwimmingPose;
    }

    public boolean isInSneakingPose() {
        return doubleSneakingPose;
    }

    public boolean isSprinting() {
        return doubleSprinting;
    }

    public boolean isInvisibleTo(PlayerEntity player) {
        return doubleInvisible; // As far as nobody is a spectator or of one's own team.
    }

    public boolean isOnFire() {
        return doubleOnFire;
    }

    /** As the game does it: an argument is 0.15 degrees. */
    public void changeLookDirection(double cursorDeltaX, double cursorDeltaY) {
        float pitch = (float) cursorDeltaY * 0.15F;
        float yaw = (float) cursorDeltaX * 0.15F;
        doublePitch = Math.max(-90, Math.min(90, doublePitch + pitch));
        doubleYaw += yaw;
        prevPitch = Math.max(-90, Math.min(90, prevPitch + pitch));
        prevYaw += yaw;
    }

    public final void resetPosition() {
        prevYaw = doubleYaw;
        prevPitch = doublePitch;
    }

    public void onDamaged(DamageSource source) {
    }

    public boolean hasPermissionLevel(int level) {
        return false;
    }
}
