package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;

/** Double. */
public class PlayerActionC2SPacket implements Packet<ServerPlayPacketListener> {
    private final Action action;
    public final BlockPos doublePos;
    public final Direction doubleSide;
    private final int sequence;

    public PlayerActionC2SPacket(Action action, BlockPos pos, Direction direction, int sequence) {
        this.action = action;
        doublePos = pos;
        doubleSide = direction;
        this.sequence = sequence;
    }

    public Action getAction() {
        return action;
    }

    public int getSequence() {
        return sequence;
    }

    /** Double. */
    public enum Action {
        START_DESTROY_BLOCK, ABORT_DESTROY_BLOCK, STOP_DESTROY_BLOCK, DROP_ALL_ITEMS, DROP_ITEM, RELEASE_USE_ITEM, SWAP_ITEM_WITH_OFFHAND
    }
}
