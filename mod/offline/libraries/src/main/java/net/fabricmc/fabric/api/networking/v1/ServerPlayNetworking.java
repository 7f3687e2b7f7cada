package net.fabricmc.fabric.api.networking.v1;

import java.util.Map;
import java.util.TreeMap;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.Identifier;

/** Stands in for the real one: what is sent here arrives at the client's receivers, in one process. */
public final class ServerPlayNetworking {
    /** Receivers by channel, for tests. */
    public static final Map<String, PlayChannelHandler> RECEIVERS = new TreeMap<>();
    /** Who gets what is sent, for tests; null loses it. */
    public static Client wire;

    private ServerPlayNetworking() {
    }

    public static boolean registerGlobalReceiver(Identifier channel, PlayChannelHandler handler) {
        return RECEIVERS.putIfAbsent(channel.toString(), handler) == null;
    }

    public static void send(ServerPlayerEntity player, Identifier channel, PacketByteBuf buf) {
        if (wire != null) {
            wire.receive(player, channel.toString(), buf);
        }
    }

    /** The far end of the wire. */
    public interface Client {
        void receive(ServerPlayerEntity player, String channel, PacketByteBuf buf);
    }

    /** Receives from clients, on a network thread. */
    @FunctionalInterface
    public interface PlayChannelHandler {
        void receive(MinecraftServer server, ServerPlayerEntity player, ServerPlayNetworkHandler handler, PacketByteBuf buf, PacketSender sender);
    }
}
