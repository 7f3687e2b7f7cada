package net.fabricmc.api;

/** Stands in for the real one. */
@FunctionalInterface
public interface ClientModInitializer {
    void onInitializeClient();
}
