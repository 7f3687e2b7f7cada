package net.fabricmc.fabric.api.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.world.ServerWorld;

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

    public static final Event<EndWorldTick> END_WORLD_TICK = EventFactory.createArrayBacked(EndWorldTick.class, listeners -> (world) -> {
        for (EndWorldTick listener : listeners) {
            listener.onEndTick(world);
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
    public interface EndWorldTick {
        void onEndTick(ServerWorld world);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface EndTick {
        void onEndTick(MinecraftServer server);
    }
}
