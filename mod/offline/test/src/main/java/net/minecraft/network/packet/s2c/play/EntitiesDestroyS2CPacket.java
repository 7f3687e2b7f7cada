package net.minecraft.network.packet.s2c.play;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class EntitiesDestroyS2CPacket implements Packet<ClientPlayPacketListener> {
    private final IntList entityIds;

    public EntitiesDestroyS2CPacket(int... ids) {
        entityIds = new IntArrayList(ids);
    }

    public IntList getEntityIds() {
        return entityIds;
    }
}
