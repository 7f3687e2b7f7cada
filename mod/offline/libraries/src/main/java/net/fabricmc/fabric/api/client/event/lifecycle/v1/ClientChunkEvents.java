package net.fabricmc.fabric.api.client.event.lifecycle.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.world.chunk.WorldChunk;

/** Stands in for the real one. */
public final class ClientChunkEvents {
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

    private ClientChunkEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Load {
        void onChunkLoad(ClientWorld world, WorldChunk chunk);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Unload {
        void onChunkUnload(ClientWorld world, WorldChunk chunk);
    }
}
