package net.fabricmc.fabric.api.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.server.MinecraftServer;

/** Stands in for the real one. */
public final class ServerTickEvents {
    public static final Event<StartTick> START_SERVER_TICK = EventFactory.createArrayBacked(StartTick.class, listeners -> (server) -> {
        for (StartTick listener : listeners) {
            listener.onStartTick(server);
        }
    });

    public static final Event<EndTick> END_SERVER_TICK = EventFactory.createArrayBacked(EndTick.class, listeners -> (server) -> {
        for (EndTick listener : listeners) {
            listener.onEndTick(server);
        }
    });

    private ServerTickEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface StartTick {
        void onStartTick(MinecraftServer server);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface EndTick {
        void onEndTick(MinecraftServer server);
    }
}
