package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class PlayerPositionLookS2CPacket implements Packet<ClientPlayPacketListener> {
    public final int doubleTeleport;

    public PlayerPositionLookS2CPacket(int teleport) {
        doubleTeleport = teleport;
    }

    public int getTeleportId() {
        return doubleTeleport;
    }
}
