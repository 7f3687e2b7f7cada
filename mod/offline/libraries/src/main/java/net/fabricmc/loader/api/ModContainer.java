package net.fabricmc.loader.api;

import java.nio.file.Path;
import java.util.Optional;
import net.fabricmc.loader.api.metadata.ModMetadata;

/** Stands in for the real one. */
public interface ModContainer {
    Optional<Path> findPath(String file);

    ModMetadata getMetadata();
}
