package anima.mod.client.observe;

import anima.mod.bridge.Senses;
import anima.mod.mixin.client.ScreenHandlerAccessor;
import java.util.List;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.DeathScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.network.ClientPlayerEntity;
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
    private ScreenHandler arrived;

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

    /** The contents of a menu have come from the server. */
    void contentsArrived(ScreenHandler menu) {
        this.arrived = menu;
    }

    /** Whether this menu's contents are there, so that it may be clicked in. */
    boolean hasContents(ClientPlayerEntity player, ScreenHandler menu) {
        return menu == player.playerScreenHandler || menu == this.arrived;
    }

    void tell(MinecraftClient client) {
        this.tellInventory(client.player.getInventory());
        this.tellMenu(client.player);
        int now = screen(client);
        if (now != this.screen) {
            this.senses.screen(now);
            this.screen = now;
        }
    }

    private void tellInventory(PlayerInventory carried) {
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

    private void tellMenu(ClientPlayerEntity player) {
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

    private static int id(ClientPlayerEntity player, ScreenHandler menu) {
        if (menu == player.playerScreenHandler) {
            return Senses.MENU_PLAYER;
        }
        ScreenHandlerType<?> type = ((ScreenHandlerAccessor) menu).anima$type();
        return type == null ? Senses.MENU_OTHER : Registries.SCREEN_HANDLER.getRawId(type);
    }

    private int screen(MinecraftClient client) {
        Screen open = client.currentScreen;
        if (open == null) {
            return Senses.SCREEN_NONE;
        }
        if (open instanceof InventoryScreen) {
            return Senses.SCREEN_INVENTORY;
        }
        if (open instanceof DeathScreen) {
            return Senses.SCREEN_DEATH;
        }
        ScreenHandler menu = client.player.currentScreenHandler;
        boolean ofWorld = open instanceof HandledScreen<?> && ((ScreenHandlerAccessor) menu).anima$type() != null;
        return ofWorld && menu == this.arrived ? Senses.SCREEN_CONTAINER : Senses.SCREEN_OTHER;
    }
}
