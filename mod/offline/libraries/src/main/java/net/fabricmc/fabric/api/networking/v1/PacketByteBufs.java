package net.fabricmc.fabric.api.networking.v1;

import io.netty.buffer.Unpooled;
import net.minecraft.network.PacketByteBuf;

/** Stands in for the real one. */
public final class PacketByteBufs {
    private PacketByteBufs() {
    }

    public static PacketByteBuf create() {
        return new PacketByteBuf(Unpooled.buffer());
    }
}
