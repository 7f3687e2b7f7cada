package net.minecraft.world.chunk;

import anima.doubles.GameData;
import net.minecraft.block.BlockState;
import net.minecraft.network.PacketByteBuf;

/** Double: a section as the bytes that the game would send. */
public class ChunkSection {
    public byte[] doubleBytes = {};
    /** What all of it is, if it is of one block: written with the raw id that the state has then. */
    public BlockState doubleState;
    /** The biomes of such a section, as the game would send them. */
    public byte[] doubleBiomes = {};

    public void toPacket(PacketByteBuf buf) {
        buf.writeBytes(doubleState == null ? doubleBytes : GameData.section(doubleState, doubleBiomes));
    }
}
