package net.minecraft.client.network;

/** Double: an entry of the list of servers. */
public class ServerInfo {
    public String address;

    public static ServerInfo doubleOf(String address) {
        ServerInfo entry = new ServerInfo();
        entry.address = address;
        return entry;
    }
}
