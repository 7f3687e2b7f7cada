package net.minecraft.entity;

import java.util.UUID;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.server.command.CommandOutput;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.block.BlockState;
import net.minecraft.util.Nameable;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Box;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.World;
import net.minecraft.world.entity.EntityLike;

/** Double: what an entity shows, as plain values. */
public abstract class Entity implements Nameable, EntityLike, CommandOutput {
    public World world;
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
    public boolean doubleSneaking;
    public boolean doubleSwimming;
    public HitResult doubleBlockHit;
    public float doubleFallDistance;
    public float doubleStepHeight = 0.6F;

    /** Nobody asks others than players. */
    public ServerCommandSource getCommandSource() {
        throw new UnsupportedOperationException();
    }

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

    public boolean isSneaking() {
        return doubleSneaking;
    }

    public boolean isSwimming() {
        return doubleSwimming;
    }

    public boolean isCrawling() {
        return isInSwimmingPose() && !isTouchingWater();
    }

    public void setVelocity(double x, double y, double z) {
        doubleVelocity = new Vec3d(x, y, z);
    }

    public Vec3d getPos() {
        return new Vec3d(doubleX, doubleY, doubleZ);
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

    public boolean damage(DamageSource source, float amount) {
        return false;
    }

    public void tick() {
    }

    @Override
    public Box getBoundingBox() {
        return new Box();
    }

    public Vec3d getCameraPosVec(float tickDelta) {
        return new Vec3d(doubleX, doubleY + doubleEyeHeight, doubleZ);
    }

    public Vec3d getRotationVec(float tickDelta) {
        double yaw = Math.toRadians(-doubleYaw);
        double pitch = Math.toRadians(doublePitch);
        return new Vec3d(Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
    }

    /** The block that a test has put there, or what is missed at the end of the ray. */
    public HitResult raycast(double maxDistance, float tickDelta, boolean includeFluids) {
        Vec3d look = getRotationVec(tickDelta);
        Vec3d end = getCameraPosVec(tickDelta).add(look.x * maxDistance, look.y * maxDistance, look.z * maxDistance);
        return doubleBlockHit != null ? doubleBlockHit : BlockHitResult.createMissed(end, Direction.UP, new BlockPos(0, 0, 0));
    }

    public boolean isSpectator() {
        return false;
    }

    public boolean canHit() {
        return true;
    }

    public void setSprinting(boolean sprinting) {
        doubleSprinting = sprinting;
    }

    public void setSneaking(boolean sneaking) {
        doubleSneaking = sneaking;
    }

    public void setStepHeight(float height) {
        doubleStepHeight = height;
    }

    /** Counts how far it falls, and lets it land. */
    protected void fall(double heightDifference, boolean onGround, BlockState state, BlockPos landedPosition) {
        if (onGround) {
            doubleLand(doubleFallDistance);
            doubleFallDistance = 0;
        } else if (heightDifference < 0) {
            doubleFallDistance -= (float) heightDifference;
        }
    }

    public void doubleLand(float fallDistance) {
    }

    /** {@code Entity.move} over level ground, in the y direction alone. */
    public void doubleMove(double dy, double ground) {
        double before = doubleY;
        doubleY = Math.max(ground, doubleY + dy);
        doubleOnGround = dy < 0 && doubleY == ground;
        fall(doubleY - before, doubleOnGround, null, null);
    }

    public boolean hasPermissionLevel(int level) {
        return false;
    }
}
