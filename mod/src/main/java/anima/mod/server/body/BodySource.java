package anima.mod.server.body;

import anima.mod.bridge.Senses;
import anima.mod.mixin.ScreenHandlerAccessor;
import anima.mod.observe.Source;
import java.util.ArrayList;
import java.util.List;
import net.minecraft.entity.Entity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.entity.projectile.ProjectileUtil;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Box;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.GameMode;
import net.minecraft.world.World;

/** What a server shows its body: no more than it would tell a client. */
final class BodySource implements Source {
    /** Blocks to the farthest block in reach ({@code ClientPlayerInteractionManager.getReachDistance} in survival). */
    private static final double REACH = 4.5;
    /** Blocks to the farthest entity in reach, squared ({@code GameRenderer.updateTargetedEntity}). */
    private static final double ENTITY_REACH = 3.0 * 3.0;

    private final ServerBody body;
    private final List<Entity> seen = new ArrayList<>();
    /** What a client's hands and legs would know. */
    private final Grip grip;

    BodySource(ServerBody body, Grip grip) {
        this.body = body;
        this.grip = grip;
    }

    @Override
    public World world() {
        return this.body.world();
    }

    @Override
    public PlayerEntity player() {
        return this.body.player();
    }

    @Override
    public Iterable<Entity> entities() {
        this.seen.clear();
        for (int id : this.body.tracked()) {
            Entity entity = this.body.world().getEntityById(id);
            if (entity != null) {
                this.seen.add(entity);
            }
        }
        return this.seen;
    }

    /** As {@code GameRenderer.updateTargetedEntity} has it in survival. */
    @Override
    public HitResult target() {
        ServerPlayerEntity player = this.body.player();
        Vec3d eyes = player.getCameraPosVec(1);
        Vec3d look = player.getRotationVec(1);
        HitResult block = player.raycast(REACH, 1, false);
        double nearest = block.getPos().squaredDistanceTo(eyes);
        Vec3d end = eyes.add(look.x * REACH, look.y * REACH, look.z * REACH);
        Box around = player.getBoundingBox().stretch(look.multiply(REACH)).expand(1, 1, 1);
        EntityHitResult entity = ProjectileUtil.raycast(
            player, eyes, end, around, other -> !other.isSpectator() && other.canHit(), Math.min(nearest, REACH * REACH));
        if (entity == null) {
            return block;
        }
        double away = eyes.squaredDistanceTo(entity.getPos());
        if (away > ENTITY_REACH) {
            Vec3d at = entity.getPos(); // Seen, but out of reach: then nothing behind it is in reach either.
            return BlockHitResult.createMissed(at, Direction.UP, floored(at));
        }
        return away < nearest ? entity : block;
    }

    private static BlockPos floored(Vec3d at) {
        return new BlockPos((int) Math.floor(at.x), (int) Math.floor(at.y), (int) Math.floor(at.z));
    }

    @Override
    public GameMode mode() {
        return this.body.player().interactionManager.getGameMode();
    }

    @Override
    public boolean isWalking() {
        return this.grip.isWalking();
    }

    @Override
    public int doubleTapTicks() {
        return this.grip.doubleTapTicks();
    }

    @Override
    public float digProgress() {
        return this.grip.digProgress();
    }

    @Override
    public int screen() {
        ServerPlayerEntity player = this.body.player();
        if (player.isDead()) {
            return Senses.SCREEN_DEATH;
        }
        if (player.isSleeping()) {
            return Senses.SCREEN_OTHER; // SleepingChatScreen
        }
        ScreenHandler menu = player.currentScreenHandler;
        if (menu == player.playerScreenHandler) {
            return this.grip.hasInventoryOpen() ? Senses.SCREEN_INVENTORY : Senses.SCREEN_NONE;
        }
        return ((ScreenHandlerAccessor) menu).anima$type() != null ? Senses.SCREEN_CONTAINER : Senses.SCREEN_OTHER;
    }
}
