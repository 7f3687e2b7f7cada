package net.fabricmc.fabric.api.networking.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;

/** Stands in for the real one. */
public final class ServerPlayConnectionEvents {
    public static final Event<Disconnect> DISCONNECT = EventFactory.createArrayBacked(Disconnect.class, listeners -> (handler, server) -> {
        for (Disconnect listener : listeners) {
            listener.onPlayDisconnect(handler, server);
        }
    });

    private ServerPlayConnectionEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Disconnect {
        void onPlayDisconnect(ServerPlayNetworkHandler handler, MinecraftServer server);
    }
}
