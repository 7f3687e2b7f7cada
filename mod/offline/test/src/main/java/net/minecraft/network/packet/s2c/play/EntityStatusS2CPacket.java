package net.minecraft.network.packet.s2c.play;

import net.minecraft.entity.Entity;
import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.world.World;

/** Double. */
public class EntityStatusS2CPacket implements Packet<ClientPlayPacketListener> {
    private final Entity entity;
    private final byte status;

    public EntityStatusS2CPacket(Entity entity, byte status) {
        this.entity = entity;
        this.status = status;
    }

    public Entity getEntity(World world) {
        return entity;
    }

    public byte getStatus() {
        return status;
    }
}
