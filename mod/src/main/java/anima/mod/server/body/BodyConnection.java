package anima.mod.server.body;

import java.util.function.Consumer;
import net.minecraft.network.ClientConnection;
import net.minecraft.network.NetworkSide;
import net.minecraft.network.PacketCallbacks;
import net.minecraft.network.listener.PacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.c2s.play.TeleportConfirmC2SPacket;
import net.minecraft.network.packet.s2c.play.PlayerPositionLookS2CPacket;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.text.Text;

/**
 * The connection of a server body: nobody is at its other end. What the server sends is heard here, so that the body
 * knows what a client would be told and no more, and is dropped.
 *
 * <p>By it a body is known: its player and its handler are the game's own classes, before and after a respawn, and no
 * other mod's hooks into making them are in the way. The network never ticks it, for it is in no list of
 * {@code ServerNetworkIo}.
 */
public final class BodyConnection extends ClientConnection {
    private static final Text LEFT = Text.literal("The body was taken out of the world");

    private final ServerBody body;
    private final Consumer<Packet<?>> heard;
    private boolean isClosed;

    BodyConnection(ServerBody body, Consumer<Packet<?>> heard) {
        super(NetworkSide.SERVERBOUND);
        this.body = body;
        this.heard = heard;
    }

    /** The body of a player; null if it is a person's. */
    public static ServerBody bodyOf(ServerPlayerEntity player) {
        ServerPlayNetworkHandler handler = player.networkHandler;
        return handler != null && handler.connection instanceof BodyConnection own ? own.body : null;
    }

    @Override
    public void send(Packet<?> packet) {
        this.send(packet, null);
    }

    @Override
    public void send(Packet<?> packet, PacketCallbacks callbacks) {
        if (packet instanceof PlayerPositionLookS2CPacket moved && this.getPacketListener() instanceof ServerPlayNetworkHandler handler) {
            handler.onTeleportConfirm(new TeleportConfirmC2SPacket(moved.getTeleportId())); // Or it may use nothing.
        }
        this.heard.accept(packet);
    }

    @Override
    public boolean isOpen() {
        return !this.isClosed;
    }

    @Override
    public void disableAutoRead() {
        // There is nothing to read.
    }

    /** The server has thrown the body out. */
    @Override
    public void disconnect(Text reason) {
        this.handleDisconnection();
    }

    @Override
    public void handleDisconnection() {
        if (!this.isClosed) {
            this.isClosed = true;
            PacketListener listener = this.getPacketListener();
            if (listener != null) {
                listener.onDisconnected(LEFT);
            }
        }
    }
}
