package net.fabricmc.fabric.api.client.networking.v1;

import java.util.Map;
import java.util.TreeMap;
import net.fabricmc.fabric.api.networking.v1.PacketSender;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.util.Identifier;

/** Stands in for the real one: a test holds the far end. */
public final class ClientPlayNetworking {
    /** Receivers by channel, for tests. */
    public static final Map<String, PlayChannelHandler> RECEIVERS = new TreeMap<>();
    /** The server that is connected, for tests; null knows no channel. */
    public static Server wire;

    private ClientPlayNetworking() {
    }

    public static boolean registerGlobalReceiver(Identifier channel, PlayChannelHandler handler) {
        return RECEIVERS.putIfAbsent(channel.toString(), handler) == null;
    }

    public static boolean canSend(Identifier channel) {
        return wire != null && wire.knows(channel.toString());
    }

    public static void send(Identifier channel, PacketByteBuf buf) {
        if (wire == null) {
            throw new IllegalStateException("not connected");
        }
        wire.receive(channel.toString(), buf);
    }

    /** The far end of the wire. */
    public interface Server {
        boolean knows(String channel);

        void receive(String channel, PacketByteBuf buf);
    }

    /** Receives from the server, on a network thread. */
    @FunctionalInterface
    public interface PlayChannelHandler {
        void receive(MinecraftClient client, ClientPlayNetworkHandler handler, PacketByteBuf buf, PacketSender sender);
    }
}
