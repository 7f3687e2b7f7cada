package net.minecraft.server.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.entity.Entity;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.StructureWorldAccess;
import net.minecraft.world.World;

/** Double: counts its ticks. */
public class ServerWorld extends World implements StructureWorldAccess {
    public final ServerChunkManager doubleChunks = new ServerChunkManager(this);
    public boolean savingDisabled;
    public MinecraftServer doubleServer;
    public int doubleTicks;
    /** How high its ground is, everywhere. */
    public double doubleGround = -64;
    public final List<ServerPlayerEntity> doublePlayers = new ArrayList<>();
    /** All others, by their ids. */
    public final Map<Integer, Entity> doubleEntities = new HashMap<>();

    public void tick(BooleanSupplier shouldKeepTicking) {
        doubleTicks++;
        doubleChunks.tick(shouldKeepTicking, true);
        List.copyOf(doublePlayers).forEach(ServerPlayerEntity::tick);
        ServerTickEvents.END_WORLD_TICK.invoker().onEndTick(this); // Fabric's injection, at the tail.
    }

    @Override
    public MinecraftServer getServer() {
        return doubleServer;
    }

    @Override
    public ServerChunkManager getChunkManager() {
        return doubleChunks;
    }

    @Override
    public Entity getEntityById(int id) {
        Entity other = doubleEntities.get(id);
        return other != null ? other : doublePlayers.stream().filter(player -> player.getId() == id).findFirst().orElse(null);
    }

    /** Nobody asks it for more than what becomes of digging, which {@link BlockState} leaves to whoever digs. */
    @Override
    public BlockState getBlockState(BlockPos pos) {
        return Block.STATE_IDS.get(0);
    }

    @Override
    public void onBlockChanged(BlockPos pos, BlockState before, BlockState now) {
    }
}
