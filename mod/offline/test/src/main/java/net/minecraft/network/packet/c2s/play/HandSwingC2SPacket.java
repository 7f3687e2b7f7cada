package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.util.Hand;

/** Double. */
public class HandSwingC2SPacket implements Packet<ServerPlayPacketListener> {
    public final Hand doubleHand;

    public HandSwingC2SPacket(Hand hand) {
        doubleHand = hand;
    }
}
