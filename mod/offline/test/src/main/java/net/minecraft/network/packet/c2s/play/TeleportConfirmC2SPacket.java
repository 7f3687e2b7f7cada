package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class TeleportConfirmC2SPacket implements Packet<ServerPlayPacketListener> {
    public final int doubleTeleport;

    public TeleportConfirmC2SPacket(int teleport) {
        doubleTeleport = teleport;
    }
}
