package net.fabricmc.fabric.api.event.registry;

import java.util.IdentityHashMap;
import java.util.Map;
import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.registry.Registry;

/** Stands in for the real one, which keeps the event of a registry in that registry. */
@FunctionalInterface
public interface RegistryIdRemapCallback<T> {
    void onRemap(RemapState<T> state);

    /** What has become of the raw ids. */
    interface RemapState<T> {
    }

    @SuppressWarnings("unchecked")
    static <T> Event<RegistryIdRemapCallback<T>> event(Registry<T> registry) {
        return (Event<RegistryIdRemapCallback<T>>) (Event<?>) Events.OF.computeIfAbsent(registry, of ->
            EventFactory.<RegistryIdRemapCallback<Object>>createArrayBacked(RegistryIdRemapCallback.class, listeners -> state -> {
                for (RegistryIdRemapCallback<Object> listener : listeners) {
                    listener.onRemap(state);
                }
            }));
    }
}

/** The events so far. */
final class Events {
    static final Map<Registry<?>, Event<RegistryIdRemapCallback<Object>>> OF = new IdentityHashMap<>();

    private Events() {
    }
}
