package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class CloseHandledScreenC2SPacket implements Packet<ServerPlayPacketListener> {
    public final int doubleSyncId;

    public CloseHandledScreenC2SPacket(int syncId) {
        doubleSyncId = syncId;
    }
}
