package net.minecraft.world.chunk;

import anima.doubles.GameData;
import net.minecraft.block.BlockState;
import net.minecraft.network.PacketByteBuf;

/** Double: a section as the bytes that the game would send. */
public class ChunkSection {
    public byte[] doubleBytes = {};
    /** What all of it is, if it is of one block: written with the raw id that the state has then. */
    public BlockState doubleState;
    public byte[] doubleBiomes = {};

    public void toPacket(PacketByteBuf buf) {
        buf.writeBytes(doubleState == null ? doubleBytes : GameData.section(doubleState));
    }

    public ReadableContainer getBiomeContainer() {
        return new ReadableContainer() {
            @Override
            public void writePacket(PacketByteBuf buf) {
                buf.writeBytes(doubleBiomes);
            }
        };
    }
}
