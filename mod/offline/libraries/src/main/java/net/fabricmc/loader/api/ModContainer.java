package net.fabricmc.loader.api;

import net.fabricmc.loader.api.metadata.ModMetadata;

/** Stands in for the real one. */
public interface ModContainer {
    ModMetadata getMetadata();
}
