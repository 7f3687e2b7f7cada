package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class EntitySpawnS2CPacket implements Packet<ClientPlayPacketListener> {
    private final int id;

    public EntitySpawnS2CPacket(int id) {
        this.id = id;
    }

    public int getId() {
        return id;
    }
}
