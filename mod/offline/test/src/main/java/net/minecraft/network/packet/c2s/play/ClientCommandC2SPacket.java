package net.minecraft.network.packet.c2s.play;

import net.minecraft.entity.Entity;
import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class ClientCommandC2SPacket implements Packet<ServerPlayPacketListener> {
    public final Mode doubleMode;

    public ClientCommandC2SPacket(Entity entity, Mode mode) {
        doubleMode = mode;
    }

    /** Double. */
    public enum Mode {
        STOP_SLEEPING
    }
}
