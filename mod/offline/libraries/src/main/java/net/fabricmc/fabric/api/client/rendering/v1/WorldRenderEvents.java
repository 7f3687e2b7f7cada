package net.fabricmc.fabric.api.client.rendering.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;

/** Stands in for the real one. */
public final class WorldRenderEvents {
    public static final Event<End> END = EventFactory.createArrayBacked(End.class, listeners -> (context) -> {
        for (End listener : listeners) {
            listener.onEnd(context);
        }
    });

    private WorldRenderEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface End {
        void onEnd(WorldRenderContext context);
    }
}
