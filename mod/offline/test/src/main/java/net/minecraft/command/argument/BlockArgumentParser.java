package net.minecraft.command.argument;

import net.minecraft.block.BlockState;

/** Double. */
public class BlockArgumentParser {
    public static String stringifyBlockState(BlockState state) {
        state.doubleLook("name");
        return state.doubleName;
    }
}
