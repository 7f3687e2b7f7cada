package net.minecraft.world;

/** Double. */
public interface WorldProperties {
    boolean isHardcore();
}
