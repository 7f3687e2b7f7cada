package anima.offline.game;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.spongepowered.asm.mixin.transformer.IMixinTransformer;

/**
 * Loads the game's doubles, the shipped jar and the tests as a player's loader would: Mixin changes every class first.
 *
 * <p>What lies on its path comes from there, all else from the parent.
 */
public final class GameLoader extends URLClassLoader {
    /** Never from the parent, which has the stubs, and the mod under its Yarn names. */
    private static final List<String> OWN = List.of(
        "net.minecraft.", "com.mojang.", "com.terraformersmc.", "net.fabricmc.", "anima.mod.", "org.spongepowered.asm.synthetic.");

    static {
        registerAsParallelCapable();
    }

    volatile IMixinTransformer transformer;

    /** A game that differs from the doubles. */
    interface Change {
        /** The class file that is to be loaded in place of this one. */
        byte[] apply(String name, byte[] bytes);
    }

    private final Change change;

    GameLoader(String path, ClassLoader parent, Change change) {
        super(Arrays.stream(path.split(File.pathSeparator)).map(GameLoader::url).toArray(URL[]::new), parent);
        this.change = change;
    }

    private static URL url(String file) {
        try {
            return Path.of(file).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(file, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = isOwn(name) ? findClass(name) : super.loadClass(name, false);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private boolean isOwn(String name) {
        boolean isHost = name.startsWith("anima.offline.");
        return OWN.stream().anyMatch(name::startsWith) || !isHost && findResource(name.replace('.', '/') + ".class") != null;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = bytes(name);
        if (transformer != null) {
            bytes = transformer.transformClassBytes(name, name, bytes); // Without bytes: Mixin may make the class.
        }
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    byte[] bytes(String name) {
        URL url = getResource(name.replace('.', '/') + ".class");
        if (url == null) {
            return null;
        }
        try (InputStream in = url.openStream()) {
            return change.apply(name, in.readAllBytes());
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    boolean isLoaded(String name) {
        synchronized (getClassLoadingLock(name)) {
            return findLoadedClass(name) != null;
        }
    }
}
