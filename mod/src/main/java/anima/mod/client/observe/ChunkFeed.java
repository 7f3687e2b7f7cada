package anima.mod.client.observe;

import anima.mod.bridge.Session;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/** Hands over chunks as the game would send them, through one direct buffer that is used again. */
final class ChunkFeed {
    /** Chunks around the player that are handed over at once. */
    private static final int AROUND = 10;

    private final Session session;
    private final ByteBuf bytes = Unpooled.directBuffer(1 << 18);
    private final PacketByteBuf packet = new PacketByteBuf(this.bytes);
    private ByteBuffer view = this.bytes.nioBuffer(0, this.bytes.capacity());

    ChunkFeed(Session session) {
        this.session = session;
    }

    void load(WorldChunk chunk) {
        this.bytes.clear();
        for (ChunkSection section : chunk.getSectionArray()) {
            section.toPacket(this.packet);
        }
        this.session.terrain().column(chunk.getPos().x, chunk.getPos().z, this.view(), 0, this.bytes.writerIndex());
    }

    /** Hands over what is loaded around the player, who is somewhere. */
    void loadAround(MinecraftClient client) {
        if (client.player == null) {
            return;
        }
        int x = (int) Math.floor(client.player.getX()) >> 4;
        int z = (int) Math.floor(client.player.getZ()) >> 4;
        for (int dx = -AROUND; dx <= AROUND; dx++) {
            for (int dz = -AROUND; dz <= AROUND; dz++) {
                WorldChunk chunk = client.world.getChunkManager().getWorldChunk(x + dx, z + dz);
                if (chunk != null) {
                    this.load(chunk);
                }
            }
        }
    }

    void biomes(WorldChunk chunk) {
        this.bytes.clear();
        for (ChunkSection section : chunk.getSectionArray()) {
            section.getBiomeContainer().writePacket(this.packet);
        }
        this.session.terrain().biomes(chunk.getPos().x, chunk.getPos().z, this.view(), 0, this.bytes.writerIndex());
    }

    /** The buffer may have grown in the last write. */
    private ByteBuffer view() {
        if (this.view.capacity() != this.bytes.capacity()) {
            this.view = this.bytes.nioBuffer(0, this.bytes.capacity());
        }
        return this.view;
    }

    /** Gives the buffer back; nothing can be handed over afterwards. */
    void close() {
        this.bytes.release();
    }

    void unload(WorldChunk chunk) {
        this.session.terrain().unload(chunk.getPos().x, chunk.getPos().z);
    }

    void block(BlockPos pos, BlockState state) {
        this.session.terrain().block(pos.getX(), pos.getY(), pos.getZ(), Block.getRawIdFromState(state));
    }
}
