package net.minecraft.world.chunk;

import net.minecraft.network.PacketByteBuf;

/** Double: a section as the bytes that the game would send. */
public class ChunkSection {
    public byte[] doubleBytes = {};
    public byte[] doubleBiomes = {};

    public void toPacket(PacketByteBuf buf) {
        buf.writeBytes(doubleBytes);
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
