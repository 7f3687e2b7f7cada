package net.fabricmc.loader.api.metadata;

import net.fabricmc.loader.api.Version;

/** Stands in for the real one. */
public interface ModMetadata {
    String getId();

    Version getVersion();
}
