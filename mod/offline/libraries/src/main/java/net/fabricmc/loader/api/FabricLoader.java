package net.fabricmc.loader.api;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Stands in for the real one. */
public interface FabricLoader {
    static FabricLoader getInstance() {
        return OneMod.LOADER;
    }

    <T> List<T> getEntrypoints(String key, Class<T> type);

    Optional<ModContainer> getModContainer(String id);

    Collection<ModContainer> getAllMods();

    boolean isModLoaded(String id);

    Path getGameDir();

    Path getConfigDir();
}
