package net.fabricmc.api;

/** Stands in for the real one. */
@FunctionalInterface
public interface ModInitializer {
    void onInitialize();
}
