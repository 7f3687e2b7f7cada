package net.minecraft.server.network;

import anima.doubles.EmbeddedBody;
import com.mojang.authlib.GameProfile;
import net.minecraft.block.BlockState;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.network.message.MessageType;
import net.minecraft.network.message.SentMessage;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.text.Text;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.GameMode;

/**
 * Double: somebody on line. Its world ticks it ({@code tick}), and the network ticks it as a player ({@code playerTick}),
 * which is when it moves; what it falls is counted only when a client tells of it ({@code handleFall}).
 */
public class ServerPlayerEntity extends PlayerEntity {
    public final MinecraftServer server;
    public final ServerPlayerInteractionManager interactionManager = new ServerPlayerInteractionManager();
    public ServerPlayNetworkHandler networkHandler;
    public int doublePermission;
    public int doubleTicks;
    public int doubleWorldTicks;
    public GameProfile doubleProfile;
    public float doubleBreakingDelta;
    /** The embedded world that it plays in; null where it moves by the few rules below. */
    public EmbeddedBody doubleGame;

    public ServerPlayerEntity(MinecraftServer server) {
        this.server = server;
    }

    public ServerPlayerEntity(MinecraftServer server, ServerWorld world, GameProfile profile) {
        this.server = server;
        this.world = world;
        doubleProfile = profile;
        doubleUuid = profile.getId();
        doubleId = ++server.doubleEntityIds;
        doubleStepHeight = 1; // As the real one: its client knows better.
    }

    @Override
    public void tick() {
        doubleWorldTicks++;
    }

    public void playerTick() {
        doubleTicks++;
        if (doubleGame != null) {
            doubleGame.move();
            return;
        }
        if (world instanceof ServerWorld in) {
            if (isDead()) {
                deathTime++;
                return;
            }
            tickMovement();
            double speed = (doubleVelocity.y - 0.08) * 0.98; // LivingEntity.travel
            doubleMove(speed, in.doubleGround);
            doubleVelocity = new Vec3d(0, doubleOnGround ? 0 : speed, 0);
        }
    }

    /** Nothing: a client tells of falls. */
    @Override
    protected void fall(double heightDifference, boolean onGround, BlockState state, BlockPos landedPosition) {
    }

    public void handleFall(double heightDifference, boolean onGround) {
        super.fall(heightDifference, onGround, null, null);
    }

    @Override
    public boolean damage(DamageSource source, float amount) {
        if (doubleGame != null) {
            return true; // It shows already.
        }
        boolean hurts = super.damage(source, amount);
        if (hurts && isDead()) {
            networkHandler.sendPacket(new DeathMessageS2CPacket(doubleId, Text.literal("died")), null);
        }
        return hurts;
    }

    @Override
    public ServerCommandSource getCommandSource() {
        return ServerCommandSource.doubleOf(this);
    }

    public void teleport(ServerWorld to, double x, double y, double z, float yaw, float pitch) {
        if (to.doubleLand != null) {
            to.doubleLand.enter(this, x, y, z);
            return;
        }
        if (to != world) {
            ((ServerWorld) world).doublePlayers.remove(this);
            world = to;
            to.doublePlayers.add(this);
        }
        networkHandler.doubleRequestTeleport(x, y, z);
    }

    public void sendMessageToClient(Text message, boolean overlay) {
    }

    public void sendChatMessage(SentMessage message, boolean filters, MessageType.Parameters parameters) {
    }

    @Override
    public void resetLastAttackedTicks() {
        super.resetLastAttackedTicks();
        if (doubleGame != null) {
            doubleGame.resetCharge();
        }
    }

    @Override
    public HitResult raycast(double maxDistance, float tickDelta, boolean includeFluids) {
        HitResult block = doubleGame == null ? null : doubleGame.block();
        return block != null ? block : super.raycast(maxDistance, tickDelta, includeFluids);
    }

    public boolean changeGameMode(GameMode mode) {
        boolean changes = interactionManager.doubleMode != mode;
        interactionManager.doubleMode = mode;
        return changes;
    }

    @Override
    public boolean hasPermissionLevel(int level) {
        return doublePermission >= level;
    }
}
