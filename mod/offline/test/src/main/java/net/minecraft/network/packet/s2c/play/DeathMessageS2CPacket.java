package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.text.Text;

/** Double. */
public class DeathMessageS2CPacket implements Packet<ClientPlayPacketListener> {
    private final int entityId;
    private final Text message;

    public DeathMessageS2CPacket(int entityId, Text message) {
        this.entityId = entityId;
        this.message = message;
    }

    public int getEntityId() {
        return entityId;
    }

    public Text getMessage() {
        return message;
    }
}
