package net.minecraft.network.packet.c2s.play;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import net.minecraft.item.ItemStack;
import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.screen.slot.SlotActionType;

/** Double. */
public class ClickSlotC2SPacket implements Packet<ServerPlayPacketListener> {
    public final int doubleSyncId;
    public final int doubleRevision;
    public final int doubleSlot;
    public final int doubleButton;
    public final SlotActionType doubleMode;

    public ClickSlotC2SPacket(int syncId, int revision, int slot, int button, SlotActionType mode, ItemStack stack, Int2ObjectMap<ItemStack> modified) {
        doubleSyncId = syncId;
        doubleRevision = revision;
        doubleSlot = slot;
        doubleButton = button;
        doubleMode = mode;
    }
}
