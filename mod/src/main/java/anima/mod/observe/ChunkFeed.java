package anima.mod.observe;

import anima.mod.bridge.Terrain;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.ByteBuffer;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.World;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/**
 * Hands over the chunks of a world that are wanted as the game would send them, through one direct buffer that is used again.
 *
 * <p>A server decides how many blocks change in a tick. No more than somebody could take in are told one by one; chunks in
 * which more change are told anew, as those whose biomes change and those that are sent again: some in each tick.
 */
public final class ChunkFeed {
    /** Most changed blocks that are told one by one in a tick: those of the largest explosions. */
    private static final int MOST_CHANGES = 4_096;
    /** Most bytes of the chunks in which more have changed; when they are full, they are told and noted from the first on. */
    static final int CHANGED_BYTES = 16 << 10;
    /** Bytes of one: its place in a table that is half full. */
    private static final int CHUNK_BYTES = 2 * Long.BYTES;

    private final Terrain terrain;
    private final ByteBuf bytes = Unpooled.directBuffer(1 << 18);
    private final PacketByteBuf packet = new PacketByteBuf(this.bytes);
    /** How many blocks have changed since the last tick, as far as they were told. */
    private int changes;
    /** The chunks in which more blocks have changed since then. */
    private final LongOpenHashSet changed = new LongOpenHashSet();
    private ByteBuffer view = this.bytes.nioBuffer(0, this.bytes.capacity());

    /** Makes the feed of a world's terrain, which it closes. */
    public ChunkFeed(Terrain terrain) {
        this.terrain = terrain;
    }

    /** Tells what is wanted of what is loaded. */
    public void tell(World world) {
        Terrain terrain = this.terrain;
        this.changes = 0;
        this.changed.clear();
        for (long next = terrain.want(); next != Terrain.NOTHING; next = terrain.want()) {
            WorldChunk chunk = world.getChunkManager().getWorldChunk((int) next, (int) (next >> 32));
            if (chunk != null) {
                this.tell(chunk);
            }
        }
    }

    /** Bytes of the chunks that have changed, less than {@link #CHANGED_BYTES}. */
    int changedBytes() {
        return this.changed.size() * CHUNK_BYTES;
    }

    /** A chunk was loaded or replaced, or its biomes have changed. */
    public void loaded(WorldChunk chunk) {
        this.terrain.loaded(chunk.getPos().x, chunk.getPos().z);
    }

    private void tell(WorldChunk chunk) {
        this.bytes.clear();
        for (ChunkSection section : chunk.getSectionArray()) {
            section.toPacket(this.packet);
        }
        this.terrain.column(chunk.getPos().x, chunk.getPos().z, this.view(), 0, this.bytes.writerIndex());
    }

    /** The buffer may have grown in the last write. */
    private ByteBuffer view() {
        if (this.view.capacity() != this.bytes.capacity()) {
            this.view = this.bytes.nioBuffer(0, this.bytes.capacity());
        }
        return this.view;
    }

    /** Gives the buffer back; nothing can be handed over afterwards. */
    public void close() {
        this.bytes.release();
        this.terrain.close();
    }

    /** A chunk is no longer loaded. */
    public void unload(WorldChunk chunk) {
        this.terrain.unload(chunk.getPos().x, chunk.getPos().z);
    }

    /** A block has changed. */
    public void block(BlockPos pos, BlockState state) {
        if (this.changes == MOST_CHANGES) {
            int x = pos.getX() >> 4;
            int z = pos.getZ() >> 4;
            if (this.changed.add((long) z << Integer.SIZE | x & 0xFFFF_FFFFL)) {
                this.terrain.loaded(x, z);
            }
            if (this.changedBytes() == CHANGED_BYTES) {
                this.changed.clear();
            }
            return;
        }
        this.changes++;
        this.terrain.block(pos.getX(), pos.getY(), pos.getZ(), Block.getRawIdFromState(state));
    }
}
