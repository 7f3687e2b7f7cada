package net.fabricmc.fabric.api.event;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Function;

/** Stands in for the real one. */
public final class EventFactory {
    private EventFactory() {
    }

    public static <T> Event<T> createArrayBacked(Class<? super T> type, Function<T[], T> toInvoker) {
        return new Event<>() {
            @SuppressWarnings("unchecked")
            private T[] listeners = (T[]) Array.newInstance(type, 0);

            {
                invoker = toInvoker.apply(listeners);
            }

            @Override
            public synchronized void register(T listener) {
                listeners = Arrays.copyOf(listeners, listeners.length + 1);
                listeners[listeners.length - 1] = listener;
                invoker = toInvoker.apply(listeners);
            }
        };
    }
}
