package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;

/** Double. */
public class PlayerInteractBlockC2SPacket implements Packet<ServerPlayPacketListener> {
    public final Hand doubleHand;
    public final BlockHitResult doubleHit;
    private final int sequence;

    public PlayerInteractBlockC2SPacket(Hand hand, BlockHitResult hit, int sequence) {
        doubleHand = hand;
        doubleHit = hit;
        this.sequence = sequence;
    }

    public int getSequence() {
        return sequence;
    }
}
