package net.minecraft.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import net.minecraft.network.ClientConnection;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;

/** Double: who is on line. Who comes gets a handler; who is respawned is another entity of the game's own class. */
public abstract class PlayerManager {
    public final Map<UUID, ServerPlayerEntity> doublePlayers = new LinkedHashMap<>();

    public int doubleViewDistance = 10;

    public int getViewDistance() {
        return doubleViewDistance;
    }

    public ServerPlayerEntity getPlayer(UUID id) {
        return doublePlayers.get(id);
    }

    public void onPlayerConnect(ClientConnection connection, ServerPlayerEntity player) {
        ServerPlayNetworkHandler handler = new ServerPlayNetworkHandler(player.server, connection, player);
        handler.doubleRequestTeleport(player.doubleX, player.doubleY, player.doubleZ);
        doublePlayers.put(player.getUuid(), player);
        ((ServerWorld) player.world).doublePlayers.add(player);
        doubleKnown |= Files.exists(saved(player));
    }

    /** Whether anybody has come of whom something was kept: it would begin where that one has left. */
    public boolean doubleKnown;

    private static Path saved(ServerPlayerEntity player) {
        return player.server.doubleSave.resolve("playerdata").resolve(player.getUuid() + ".dat");
    }

    /** What is kept of somebody who leaves ({@code savePlayerData}). */
    private static void save(ServerPlayerEntity player) {
        if (Files.isDirectory(player.server.doubleSave)) {
            try {
                Files.createDirectories(saved(player).getParent());
                Files.writeString(saved(player), "inventory and place");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public ServerPlayerEntity doubleRespawn(ServerPlayerEntity dead) {
        doubleTake(dead);
        ServerPlayerEntity fresh = new ServerPlayerEntity(dead.server, (ServerWorld) dead.world, dead.doubleProfile);
        fresh.networkHandler = dead.networkHandler;
        fresh.doubleId = dead.doubleId;
        fresh.networkHandler.player = fresh;
        fresh.networkHandler.doubleRequestTeleport(0, 64, 0);
        doublePlayers.put(fresh.getUuid(), fresh);
        ((ServerWorld) fresh.world).doublePlayers.add(fresh);
        if (dead.doubleGame != null) {
            dead.doubleGame.respawn(fresh);
        }
        return fresh;
    }

    private void doubleTake(ServerPlayerEntity player) {
        doublePlayers.remove(player.getUuid());
        ((ServerWorld) player.world).doublePlayers.remove(player);
    }

    public void doubleLeave(ServerPlayerEntity player) {
        doubleTake(player);
        if (player.doubleGame != null && player.doubleGame.doubleLand != null) {
            save(player);
            player.doubleGame.doubleLand.left(player);
        }
    }
}
