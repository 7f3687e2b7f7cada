package anima.mod.client.observe;

import java.nio.file.Path;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ServerInfo;
import net.minecraft.server.MinecraftServer;
import net.minecraft.util.WorldSavePath;

/** What the client's world is called, the same in every connection to it. */
public final class WorldName {
    private WorldName() {
    }

    /**
     * By the folder of the save in single player, else by the address of the server, and by the hash of its seed: another
     * world may be made in a folder of the same name, and a proxy has several servers behind its address. Empty if there is
     * nothing to know the world again by, as for a realm: its address is that of whatever machine runs it this time.
     */
    public static String of(MinecraftClient client, long seed) {
        String place = place(client);
        return place.isEmpty() ? "" : place + "/" + Long.toHexString(seed);
    }

    private static String place(MinecraftClient client) {
        MinecraftServer server = client.getServer();
        if (server != null) {
            Path root = server.getSavePath(WorldSavePath.ROOT).toAbsolutePath().normalize(); // As the game has it, it ends in ".".
            Path folder = root.getFileName();
            return folder == null ? "" : "save/" + folder;
        }
        ServerInfo entry = client.isConnectedToRealms() ? null : client.getCurrentServerEntry();
        return entry == null || entry.address == null || entry.address.isEmpty() ? "" : "server/" + entry.address;
    }
}
