package net.minecraft.fluid;

/** Double. */
public final class FluidState extends net.minecraft.state.State {
    public boolean isEmpty() {
        return true;
    }
}
