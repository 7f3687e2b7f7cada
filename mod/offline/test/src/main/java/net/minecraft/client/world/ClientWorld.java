package net.minecraft.client.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.block.BlockState;
import net.minecraft.entity.Entity;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.World;

/** Double: its entities, and what happens in a tick. */
public class ClientWorld extends World {
    public final List<Entity> doubleEntities = new ArrayList<>();
    public final ClientChunkManager doubleChunks = new ClientChunkManager();
    /** What its blocks are, where a test asks for them. */
    public Function<BlockPos, BlockState> doubleBlocks;
    public Runnable doubleTick = () -> { };
    public int doubleTicks;
    public int doubleDisplayTicks;

    public ClientWorld() {
        super((Void) null);
    }

    @Override
    public ClientChunkManager getChunkManager() {
        return doubleChunks;
    }

    public Iterable<Entity> getEntities() {
        return doubleEntities;
    }

    @Override
    public Entity getEntityById(int id) {
        for (Entity entity : doubleEntities) {
            if (entity.getId() == id) {
                return entity;
            }
        }
        return null;
    }

    @Override
    public BlockState getBlockState(BlockPos pos) {
        return doubleBlocks.apply(pos);
    }

    public void tickEntities() {
        doubleTick.run();
        ClientTickEvents.END_WORLD_TICK.invoker().onEndTick(this); // Fabric's injection, at the tail.
    }

    public void tick(BooleanSupplier shouldKeepTicking) {
        doubleTicks++;
    }

    public void doRandomBlockDisplayTicks(int centerX, int centerY, int centerZ) {
        doubleDisplayTicks++;
    }
}
