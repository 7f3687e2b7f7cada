package anima.mod.client.observe;

import anima.mod.bridge.Session;
import anima.mod.bridge.Terrain;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/** Hands over the chunks that are wanted as the game would send them, through one direct buffer that is used again. */
final class ChunkFeed {
    private final Session session;
    private final ByteBuf bytes = Unpooled.directBuffer(1 << 18);
    private final PacketByteBuf packet = new PacketByteBuf(this.bytes);
    private ByteBuffer view = this.bytes.nioBuffer(0, this.bytes.capacity());

    ChunkFeed(Session session) {
        this.session = session;
    }

    /** Tells what is wanted of what the client has. */
    void tell(ClientWorld world) {
        Terrain terrain = this.session.terrain();
        for (long next = terrain.want(); next != Terrain.NOTHING; next = terrain.want()) {
            WorldChunk chunk = world.getChunkManager().getWorldChunk((int) next, (int) (next >> 32));
            if (chunk != null) {
                this.tell(chunk);
            }
        }
    }

    /** A chunk was loaded or replaced. */
    void loaded(WorldChunk chunk) {
        this.session.terrain().loaded(chunk.getPos().x, chunk.getPos().z);
    }

    private void tell(WorldChunk chunk) {
        this.bytes.clear();
        for (ChunkSection section : chunk.getSectionArray()) {
            section.toPacket(this.packet);
        }
        this.session.terrain().column(chunk.getPos().x, chunk.getPos().z, this.view(), 0, this.bytes.writerIndex());
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
