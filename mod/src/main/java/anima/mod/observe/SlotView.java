package anima.mod.observe;

import anima.mod.bridge.Senses;
import anima.mod.mixin.ScreenHandlerAccessor;
import java.util.List;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.entity.player.PlayerInventory;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;
import net.minecraft.screen.Property;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.ScreenHandlerType;

/** Tells what the player carries, what the open menu shows and which screen is open. */
final class SlotView {
    private static final int INVENTORY_SLOTS = 41;

    private final Senses senses;
    private final Stacks.Told[] inventory = told(INVENTORY_SLOTS);
    private final Stacks.Told cursor = new Stacks.Told();
    private ScreenHandler handler;
    private Stacks.Told[] slots = {};
    private int[] properties = {};
    private int selected = -1;
    private int screen = -1;

    SlotView(Senses senses) {
        this.senses = senses;
    }

    private static Stacks.Told[] told(int count) {
        Stacks.Told[] told = new Stacks.Told[count];
        for (int i = 0; i < count; i++) {
            told[i] = new Stacks.Told();
        }
        return told;
    }

    void tell(Source source) {
        this.tellInventory(source.player().getInventory());
        this.tellMenu(source.player());
        int now = source.screen();
        if (now != this.screen) {
            this.senses.screen(now);
            this.screen = now;
        }
    }

    void tellInventory(PlayerInventory carried) {
        for (int slot = 0; slot < INVENTORY_SLOTS; slot++) {
            ItemStack stack = slot < 36 ? carried.main.get(slot) : slot < 40 ? carried.armor.get(slot - 36) : carried.offHand.get(0);
            if (this.inventory[slot].changes(stack)) {
                this.senses.inventory(slot, Stacks.item(stack), Stacks.count(stack), stack.getDamage(), Stacks.enchantments(stack));
            }
        }
        if (carried.selectedSlot != this.selected) {
            this.selected = carried.selectedSlot;
            this.senses.selected(this.selected);
        }
    }

    private void tellMenu(PlayerEntity player) {
        ScreenHandler menu = player.currentScreenHandler;
        List<Property> numbers = ((ScreenHandlerAccessor) menu).anima$properties();
        if (menu != this.handler || menu.slots.size() != this.slots.length) { // The creative inventory changes its slots.
            this.handler = menu;
            this.slots = told(menu.slots.size());
            this.properties = new int[numbers.size()];
            this.senses.menu(id(player, menu), this.slots.length);
        }
        for (int slot = 0; slot < this.slots.length; slot++) {
            ItemStack stack = menu.slots.get(slot).getStack();
            if (this.slots[slot].changes(stack)) {
                this.senses.slot(slot, Stacks.item(stack), Stacks.count(stack), stack.getDamage(), Stacks.enchantments(stack));
            }
        }
        ItemStack held = menu.getCursorStack();
        if (this.cursor.changes(held)) {
            this.senses.cursor(Stacks.item(held), Stacks.count(held), held.getDamage(), Stacks.enchantments(held));
        }
        for (int i = 0; i < this.properties.length; i++) {
            int value = numbers.get(i).get();
            if (value != this.properties[i]) {
                this.properties[i] = value;
                this.senses.property(i, value);
            }
        }
    }

    private static int id(PlayerEntity player, ScreenHandler menu) {
        if (menu == player.playerScreenHandler) {
            return Senses.MENU_PLAYER;
        }
        ScreenHandlerType<?> type = ((ScreenHandlerAccessor) menu).anima$type();
        return type == null ? Senses.MENU_OTHER : Registries.SCREEN_HANDLER.getRawId(type);
    }
}
