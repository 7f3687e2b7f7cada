package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class RenameItemC2SPacket implements Packet<ServerPlayPacketListener> {
    public final String doubleName;

    public RenameItemC2SPacket(String name) {
        doubleName = name;
    }
}
