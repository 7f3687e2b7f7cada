package net.minecraft.world;

/** Double. */
public abstract class World implements WorldAccess, AutoCloseable {
    @Override
    public void close() {
    }
}
