package anima.mod.client.observe;

import anima.mod.bridge.Senses;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.Difficulty;

/** Tells the time, the weather, and what the cross-hair is on. */
final class Surroundings {
    private final Senses senses;
    private HitResult told;

    Surroundings(Senses senses) {
        this.senses = senses;
        senses.targetNothing();
    }

    void tell(MinecraftClient client) {
        ClientWorld world = client.world;
        int weather = world.isThundering() ? Senses.THUNDER : world.isRaining() ? Senses.RAIN : Senses.CLEAR;
        this.senses.world(world.getTimeOfDay(), weather, world.getDifficulty() == Difficulty.PEACEFUL);
        if (client.crosshairTarget != this.told) { // The game makes a new one whenever it looks.
            this.told = client.crosshairTarget;
            this.tellTarget(this.told);
        }
    }

    private void tellTarget(HitResult target) {
        if (target instanceof EntityHitResult hit && target.getType() == HitResult.Type.ENTITY) {
            this.senses.targetEntity(hit.getEntity().getId());
        } else if (target instanceof BlockHitResult hit && target.getType() == HitResult.Type.BLOCK) {
            BlockPos pos = hit.getBlockPos();
            Vec3d point = hit.getPos();
            this.senses.targetBlock(pos.getX(), pos.getY(), pos.getZ(), hit.getSide().getId(), point.x, point.y, point.z);
        } else {
            this.senses.targetNothing();
        }
    }
}
