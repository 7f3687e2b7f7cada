package net.fabricmc.fabric.api.client.rendering.v1;

import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.client.util.math.MatrixStack;

/** Stands in for the real one. */
@FunctionalInterface
public interface HudRenderCallback {
    Event<HudRenderCallback> EVENT = EventFactory.createArrayBacked(HudRenderCallback.class, listeners -> (matrices, delta) -> {
        for (HudRenderCallback listener : listeners) {
            listener.onHudRender(matrices, delta);
        }
    });

    void onHudRender(MatrixStack matrices, float delta);
}
