package net.minecraft.fluid;

import net.minecraft.registry.tag.TagKey;

/** Double: the path of its only tag; none if it is empty. */
public final class FluidState extends net.minecraft.state.State {
    private String tag = "";

    public static FluidState doubleOf(String tag) {
        FluidState state = new FluidState();
        state.tag = tag;
        return state;
    }

    public boolean isEmpty() {
        return tag.isEmpty();
    }

    public boolean isIn(TagKey<Fluid> wanted) {
        return wanted.doubleId().getPath().equals(tag);
    }
}
