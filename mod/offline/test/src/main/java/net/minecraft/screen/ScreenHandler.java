package net.minecraft.screen;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.screen.slot.Slot;
import net.minecraft.util.collection.DefaultedList;

/** Double. */
public abstract class ScreenHandler {
    public final DefaultedList<Slot> slots = new DefaultedList<>();
    public final int syncId;
    private final ScreenHandlerType<?> type;
    private final List<Property> properties = new ArrayList<>();
    public ItemStack doubleCursor = ItemStack.EMPTY;

    public ScreenHandler(ScreenHandlerType<?> type, int syncId, int slots, int properties) {
        this.type = type;
        this.syncId = syncId;
        for (int i = 0; i < slots; i++) {
            this.slots.add(new Slot());
        }
        for (int i = 0; i < properties; i++) {
            this.properties.add(Property.doubleOf());
        }
    }

    public ItemStack getCursorStack() {
        return doubleCursor;
    }

    public int getRevision() {
        return 0;
    }

    public boolean onButtonClick(PlayerEntity player, int id) {
        return true;
    }

    public ScreenHandlerType<?> doubleType() {
        return type;
    }

    public List<Property> doubleProperties() {
        return properties;
    }
}
