package net.fabricmc.fabric.api.event;

/** Stands in for the real one; it behaves as that does, without phases. */
public abstract class Event<T> {
    protected volatile T invoker;

    public final T invoker() {
        return invoker;
    }

    public abstract void register(T listener);
}
