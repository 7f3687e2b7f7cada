package net.minecraft.util.math;

/** Double. */
public class ChunkPos {
    public final int x;
    public final int z;

    public ChunkPos(int x, int z) {
        this.x = x;
        this.z = z;
    }

    public long toLong() {
        return x & 0xffffffffL | (long) z << 32;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChunkPos pos && pos.x == x && pos.z == z;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(toLong());
    }
}
