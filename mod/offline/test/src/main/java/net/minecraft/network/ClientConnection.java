package net.minecraft.network;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayDeque;
import java.util.Queue;
import net.minecraft.network.listener.PacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.text.Text;

/** Double: one without a channel keeps all that is sent, as the real one does. */
public class ClientConnection extends SimpleChannelInboundHandler<Object> {
    public final Queue<Packet<?>> doubleQueue = new ArrayDeque<>();
    private PacketListener packetListener;

    public ClientConnection(NetworkSide side) {
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Object message) {
    }

    public void doubleListener(PacketListener listener) {
        packetListener = listener;
    }

    public PacketListener getPacketListener() {
        return packetListener;
    }

    public void send(Packet<?> packet) {
        send(packet, null);
    }

    public void send(Packet<?> packet, PacketCallbacks callbacks) {
        doubleQueue.add(packet);
    }

    public boolean isOpen() {
        return false;
    }

    public void disableAutoRead() {
        throw new IllegalStateException("there is no channel");
    }

    public void handleDisconnection() {
    }

    public void disconnect(Text reason) {
    }
}
