package net.fabricmc.fabric.api.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.world.chunk.WorldChunk;

/** Stands in for the real one. */
public final class ServerChunkEvents {
    public static final Event<Load> CHUNK_LOAD = EventFactory.createArrayBacked(Load.class, listeners -> (world, chunk) -> {
        for (Load listener : listeners) {
            listener.onChunkLoad(world, chunk);
        }
    });

    public static final Event<Unload> CHUNK_UNLOAD = EventFactory.createArrayBacked(Unload.class, listeners -> (world, chunk) -> {
        for (Unload listener : listeners) {
            listener.onChunkUnload(world, chunk);
        }
    });

    private ServerChunkEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Load {
        void onChunkLoad(ServerWorld world, WorldChunk chunk);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Unload {
        void onChunkUnload(ServerWorld world, WorldChunk chunk);
    }
}
