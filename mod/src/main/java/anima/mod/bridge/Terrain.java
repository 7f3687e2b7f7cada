package anima.mod.bridge;

import java.nio.ByteBuffer;

/**
 * Tells of blocks and biomes: whole columns as they are wanted, single blocks as they change.
 *
 * <p>It is that of one world or dimension, for all bodies that are in it: what is wanted and told for one of them the
 * others know. An agent can use what is some ten chunks around its body, and wants that, the nearest first, some columns
 * in each tick. What falls out of it for all of them is forgotten.
 *
 * <p>Buffers must be direct. They are read in the call and not kept. All throw {@link IllegalStateException} once it is
 * closed.
 */
public final class Terrain implements AutoCloseable {
    /** {@link #want}: no more in this tick. */
    public static final long NOTHING = Long.MIN_VALUE;

    private final long handle;

    Terrain(long handle) {
        this.handle = handle;
    }

    long handle() {
        return this.handle;
    }

    /**
     * No body enters the world any more. Those that are in it keep what was told of it until they leave. Every later call
     * throws {@link IllegalStateException}, this one too.
     */
    @Override
    public void close() {
        close(this.handle);
    }

    /**
     * The chunk that is to be told next by {@link #column}, as {@code ChunkPos.toLong} packs it, or {@link #NOTHING}.
     * Ask after the bodies were told, until it is nothing. A chunk that is not told when it is asked for is taken to be not
     * loaded; it is asked for again once it {@linkplain #loaded is}.
     */
    public long want() {
        return want(this.handle);
    }

    /** A chunk was loaded or replaced, or much of it has changed: if it is of use it will be wanted, in its turn. */
    public void loaded(int chunkX, int chunkZ) {
        loaded(this.handle, chunkX, chunkZ);
    }

    /**
     * A column as it is.
     *
     * <p>The bytes are those of {@code ChunkSection.toPacket} for each section from the bottom up, one after the other:
     * a big-endian short, the blocks, the biomes, each of the two as a bits byte, a palette, a VarInt count of longs and
     * the longs, big-endian. It does not matter what byte order the buffer is set to.
     *
     * @param chunkX chunk coordinate
     * @param chunkZ chunk coordinate
     * @param sections a direct buffer; its position and limit are not looked at
     * @param offset where the first section begins, in bytes from the start of the buffer
     * @param length how many bytes all sections have
     * @throws IllegalArgumentException if the bytes are no such sections; says which section, and where. The column is
     *     then left as it was
     */
    public void column(int chunkX, int chunkZ, ByteBuffer sections, int offset, int length) {
        column(this.handle, chunkX, chunkZ, sections, offset, length);
    }

    /**
     * A block has changed. Nothing happens where no column is loaded, or above and below the world.
     *
     * @param state raw id of the block state
     */
    public void block(int x, int y, int z, int state) {
        block(this.handle, x, y, z, state);
    }

    /** A column is no longer loaded. Nothing happens if it was not. */
    public void unload(int chunkX, int chunkZ) {
        unload(this.handle, chunkX, chunkZ);
    }

    private static native long want(long handle);

    private static native void loaded(long handle, int chunkX, int chunkZ);

    private static native void column(
            long handle, int chunkX, int chunkZ, ByteBuffer sections, int offset, int length);

    private static native void block(long handle, int x, int y, int z, int state);

    private static native void unload(long handle, int chunkX, int chunkZ);

    private static native void close(long handle);
}
