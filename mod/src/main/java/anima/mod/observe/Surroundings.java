package anima.mod.observe;

import anima.mod.bridge.Senses;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.Difficulty;
import net.minecraft.world.LightType;
import net.minecraft.world.World;

/** Tells the time, the weather, the game mode, the light at the player's eyes, and what the cross-hair is on. */
final class Surroundings {
    private final Senses senses;
    private HitResult told;
    private int toldMode = -1;
    private boolean toldHardcore;
    private int toldSky = -1;
    private int toldBlock = -1;

    Surroundings(Senses senses) {
        this.senses = senses;
        senses.targetNothing();
    }

    void tell(Source source) {
        World world = source.world();
        int weather = world.isThundering() ? Senses.THUNDER : world.isRaining() ? Senses.RAIN : Senses.CLEAR;
        this.senses.world(world.getTimeOfDay(), weather, world.getDifficulty() == Difficulty.PEACEFUL);
        this.tellMode(source.mode().getId(), world.getLevelProperties().isHardcore());
        this.tellLight(source.player(), world);
        this.tellTarget(source);
    }

    /** Tells what the cross-hair is on, and returns it. */
    HitResult tellTarget(Source source) {
        HitResult target = source.target();
        if (target != this.told) { // A new one is made at every look.
            this.told = target;
            this.tellTarget(target, source.player());
        }
        return target;
    }

    private void tellMode(int mode, boolean hardcore) {
        if (mode != this.toldMode || hardcore != this.toldHardcore) {
            this.toldMode = mode;
            this.toldHardcore = hardcore;
            this.senses.mode(mode, hardcore);
        }
    }

    private void tellLight(PlayerEntity player, World world) {
        BlockPos eyes = new BlockPos(
            (int) Math.floor(player.getX()),
            (int) Math.floor(player.getY() + player.getStandingEyeHeight()),
            (int) Math.floor(player.getZ()));
        int sky = world.getLightLevel(LightType.SKY, eyes);
        int block = world.getLightLevel(LightType.BLOCK, eyes);
        if (sky != this.toldSky || block != this.toldBlock) {
            this.toldSky = sky;
            this.toldBlock = block;
            this.senses.light(sky, block);
        }
    }

    private void tellTarget(HitResult target, PlayerEntity player) {
        if (target instanceof EntityHitResult hit && target.getType() == HitResult.Type.ENTITY) {
            if (hit.getEntity().isInvisibleTo(player)) {
                this.senses.targetNothing();
            } else {
                this.senses.targetEntity(hit.getEntity().getId());
            }
        } else if (target instanceof BlockHitResult hit && target.getType() == HitResult.Type.BLOCK) {
            BlockPos pos = hit.getBlockPos();
            Vec3d point = hit.getPos();
            this.senses.targetBlock(pos.getX(), pos.getY(), pos.getZ(), hit.getSide().getId(), point.x, point.y, point.z);
        } else {
            this.senses.targetNothing();
        }
    }
}
