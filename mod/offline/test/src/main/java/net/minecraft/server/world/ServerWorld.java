package net.minecraft.server.world;

import java.util.function.BooleanSupplier;
import net.minecraft.server.MinecraftServer;
import net.minecraft.world.StructureWorldAccess;
import net.minecraft.world.World;

/** Double: counts its ticks. */
public class ServerWorld extends World implements StructureWorldAccess {
    public final ServerChunkManager doubleChunks = new ServerChunkManager(this);
    public boolean savingDisabled;
    public MinecraftServer doubleServer;
    public int doubleTicks;

    public void tick(BooleanSupplier shouldKeepTicking) {
        doubleTicks++;
        doubleChunks.tick(shouldKeepTicking, true);
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
    public net.minecraft.entity.Entity getEntityById(int id) {
        return null;
    }
}
