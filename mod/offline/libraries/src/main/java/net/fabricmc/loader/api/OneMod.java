package net.fabricmc.loader.api;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import net.fabricmc.loader.api.metadata.ModMetadata;

/**
 * Offline only: a loader that knows the one mod on its class path, and the one that the property {@code other.mod} names.
 * Its game folder is the property {@code game.dir}.
 */
final class OneMod implements FabricLoader, ModContainer {
    static final OneMod LOADER = new OneMod();

    private final JsonObject mod;
    private FileSystem jar;

    private OneMod() {
        try (Reader in = new InputStreamReader(Objects.requireNonNull(OneMod.class.getResourceAsStream("/fabric.mod.json")), StandardCharsets.UTF_8)) {
            mod = JsonParser.parseReader(in).getAsJsonObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public <T> List<T> getEntrypoints(String key, Class<T> type) {
        List<T> all = new ArrayList<>();
        JsonArray names = mod.getAsJsonObject("entrypoints").getAsJsonArray(key);
        if (names == null) {
            return all;
        }
        for (JsonElement name : names) {
            try {
                Class<?> found = Class.forName(name.getAsString(), true, OneMod.class.getClassLoader());
                all.add(type.cast(found.getConstructor().newInstance()));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("entry point " + name, e);
            }
        }
        return all;
    }

    @Override
    public Optional<ModContainer> getModContainer(String id) {
        return isModLoaded(id) ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Collection<ModContainer> getAllMods() {
        return List.of(this);
    }

    @Override
    public boolean isModLoaded(String id) {
        return mod.get("id").getAsString().equals(id) || id.equals(System.getProperty("other.mod"));
    }

    @Override
    public Path getGameDir() {
        return Path.of(System.getProperty("game.dir")).toAbsolutePath();
    }

    @Override
    public Path getConfigDir() {
        return getGameDir().resolve("config");
    }

    /** In the jar that the property {@code mod.jar} names. */
    @Override
    public synchronized Optional<Path> findPath(String file) {
        try {
            if (jar == null) {
                jar = FileSystems.newFileSystem(Path.of(System.getProperty("mod.jar")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Optional.of(jar.getPath(file)).filter(Files::exists);
    }

    @Override
    public ModMetadata getMetadata() {
        String id = mod.get("id").getAsString();
        String version = mod.get("version").getAsString();
        return new ModMetadata() {
            @Override
            public String getId() {
                return id;
            }

            @Override
            public Version getVersion() {
                return new Version() {
                    @Override
                    public String getFriendlyString() {
                        return version;
                    }

                    @Override
                    public int compareTo(Version other) {
                        return version.compareTo(other.getFriendlyString());
                    }
                };
            }
        };
    }
}
