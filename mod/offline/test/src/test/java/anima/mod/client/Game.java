package anima.mod.client;

import net.minecraft.client.MinecraftClient;

/** The one client of this JVM. */
final class Game {
    private static MinecraftClient client;

    private Game() {
    }

    /** The client, before the mod is started in it. */
    static synchronized MinecraftClient client() {
        if (client == null) {
            client = new MinecraftClient();
        }
        return client;
    }
}
