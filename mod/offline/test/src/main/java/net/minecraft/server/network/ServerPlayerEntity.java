package net.minecraft.server.network;

import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.server.MinecraftServer;

/** Double: somebody on line. */
public class ServerPlayerEntity extends PlayerEntity {
    public final MinecraftServer server;
    public int doublePermission;
    public int doubleTicks;

    public ServerPlayerEntity(MinecraftServer server) {
        this.server = server;
    }

    public void playerTick() {
        doubleTicks++;
    }

    @Override
    public boolean hasPermissionLevel(int level) {
        return doublePermission >= level;
    }
}
