package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class InventoryS2CPacket implements Packet<ClientPlayPacketListener> {
    private final int syncId;

    public InventoryS2CPacket(int syncId) {
        this.syncId = syncId;
    }

    public int getSyncId() {
        return syncId;
    }
}
