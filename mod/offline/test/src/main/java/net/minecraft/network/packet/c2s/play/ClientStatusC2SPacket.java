package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class ClientStatusC2SPacket implements Packet<ServerPlayPacketListener> {
    public final Mode doubleMode;

    public ClientStatusC2SPacket(Mode mode) {
        doubleMode = mode;
    }

    /** Double. */
    public enum Mode {
        PERFORM_RESPAWN,
        REQUEST_STATS
    }
}
