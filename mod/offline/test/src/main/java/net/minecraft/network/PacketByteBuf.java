package net.minecraft.network;

import io.netty.buffer.ByteBuf;

/** Double: hands on what the mod uses. Abstract here only, so that not all of {@link ByteBuf} must be written out. */
public abstract class PacketByteBuf extends ByteBuf {
    private final ByteBuf parent;

    public PacketByteBuf(ByteBuf parent) {
        this.parent = parent;
    }

    @Override
    public boolean readBoolean() {
        return parent.readBoolean();
    }

    @Override
    public ByteBuf writeBoolean(boolean value) {
        return parent.writeBoolean(value);
    }

    @Override
    public int readInt() {
        return parent.readInt();
    }

    @Override
    public ByteBuf writeInt(int value) {
        return parent.writeInt(value);
    }

    @Override
    public ByteBuf writeBytes(byte[] bytes) {
        return parent.writeBytes(bytes);
    }
}
