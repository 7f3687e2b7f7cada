package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class ItemPickupAnimationS2CPacket implements Packet<ClientPlayPacketListener> {
    private final int entityId;
    private final int collectorId;
    private final int count;

    public ItemPickupAnimationS2CPacket(int entityId, int collectorId, int count) {
        this.entityId = entityId;
        this.collectorId = collectorId;
        this.count = count;
    }

    public int getEntityId() {
        return entityId;
    }

    public int getCollectorEntityId() {
        return collectorId;
    }

    public int getStackAmount() {
        return count;
    }
}
