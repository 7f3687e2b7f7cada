package net.minecraft.block;

/** Double: a name with its properties. */
public class BlockState extends AbstractBlock.AbstractBlockState {
    public final String doubleName;

    public BlockState(String name) {
        doubleName = name;
    }
}
