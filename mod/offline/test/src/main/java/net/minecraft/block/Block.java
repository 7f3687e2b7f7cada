package net.minecraft.block;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.item.ItemConvertible;
import net.minecraft.util.collection.IdList;

/** Double: the list of all states. */
public class Block extends AbstractBlock implements ItemConvertible {
    public static final IdList<BlockState> STATE_IDS = new IdList<>();

    public final List<BlockState> doubleStates = new ArrayList<>();

    public static int getRawIdFromState(BlockState state) {
        return state == null ? 0 : Math.max(STATE_IDS.getRawId(state), 0);
    }
}
