package anima.mod.server;

import java.nio.file.Path;
import net.fabricmc.api.ModInitializer;
import net.fabricmc.loader.api.FabricLoader;

/** The mod as a dedicated server starts it, once for all tests of this JVM. */
public final class Mod {
    private static boolean started;

    private Mod() {
    }

    /** Reads the rules of a folder as a server does that starts. */
    public static void readRules(Path folder) {
        ServerRules.readOrClosed(folder, why -> { });
    }

    /** Starts it. */
    public static synchronized void start() {
        if (!started) {
            started = true;
            FabricLoader.getInstance().getEntrypoints("main", ModInitializer.class).forEach(ModInitializer::onInitialize);
        }
    }
}
