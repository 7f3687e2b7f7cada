package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.util.Hand;

/** Double. */
public class PlayerInteractItemC2SPacket implements Packet<ServerPlayPacketListener> {
    public final Hand doubleHand;
    private final int sequence;

    public PlayerInteractItemC2SPacket(Hand hand, int sequence) {
        doubleHand = hand;
        this.sequence = sequence;
    }

    public int getSequence() {
        return sequence;
    }
}
