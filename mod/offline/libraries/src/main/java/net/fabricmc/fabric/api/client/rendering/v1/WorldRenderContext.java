package net.fabricmc.fabric.api.client.rendering.v1;

/** Stands in for the real one, of which nothing is used. */
public interface WorldRenderContext {
}
