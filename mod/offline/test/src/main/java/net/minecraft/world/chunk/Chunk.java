package net.minecraft.world.chunk;

import net.minecraft.util.math.ChunkPos;

/** Double. */
public abstract class Chunk {
    public ChunkPos doublePos;
    public ChunkSection[] doubleSections = {};

    public ChunkPos getPos() {
        return doublePos;
    }

    public ChunkSection[] getSectionArray() {
        return doubleSections;
    }
}
