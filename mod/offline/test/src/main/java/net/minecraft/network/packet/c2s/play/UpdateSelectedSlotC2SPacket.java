package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class UpdateSelectedSlotC2SPacket implements Packet<ServerPlayPacketListener> {
    public final int doubleSlot;

    public UpdateSelectedSlotC2SPacket(int slot) {
        doubleSlot = slot;
    }
}
