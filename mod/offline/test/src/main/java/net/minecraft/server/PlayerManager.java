package net.minecraft.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import net.minecraft.server.network.ServerPlayerEntity;

/** Double: who is on line. */
public abstract class PlayerManager {
    public final Map<UUID, ServerPlayerEntity> doublePlayers = new LinkedHashMap<>();

    public ServerPlayerEntity getPlayer(UUID id) {
        return doublePlayers.get(id);
    }
}
