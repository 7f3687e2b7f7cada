package net.fabricmc.fabric.api.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.server.MinecraftServer;

/** Stands in for the real one. */
public final class ServerLifecycleEvents {
    public static final Event<ServerStarted> SERVER_STARTED = EventFactory.createArrayBacked(ServerStarted.class, listeners -> (server) -> {
        for (ServerStarted listener : listeners) {
            listener.onServerStarted(server);
        }
    });

    public static final Event<ServerStopping> SERVER_STOPPING = EventFactory.createArrayBacked(ServerStopping.class, listeners -> (server) -> {
        for (ServerStopping listener : listeners) {
            listener.onServerStopping(server);
        }
    });

    private ServerLifecycleEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface ServerStarted {
        void onServerStarted(MinecraftServer server);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface ServerStopping {
        void onServerStopping(MinecraftServer server);
    }
}
