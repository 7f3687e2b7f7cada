package net.minecraft.entity.player;

import net.minecraft.entity.Entity;
import net.minecraft.entity.EquipmentSlot;
import net.minecraft.entity.LivingEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.screen.PlayerScreenHandler;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;

/** Double. */
public abstract class PlayerEntity extends LivingEntity {
    public int experienceLevel;
    public float experienceProgress;
    public ScreenHandler currentScreenHandler;
    public final PlayerScreenHandler playerScreenHandler = new PlayerScreenHandler();
    private final PlayerInventory inventory = new PlayerInventory();
    private final HungerManager hungerManager = new HungerManager();
    public float doubleAttackCharge = 1;
    public ActionResult doubleInteraction = ActionResult.PASS;

    public PlayerEntity() {
        currentScreenHandler = playerScreenHandler;
        doubleHealth = 20;
    }

    public PlayerInventory getInventory() {
        return inventory;
    }

    public HungerManager getHungerManager() {
        return hungerManager;
    }

    public float getAttackCooldownProgress(float baseTime) {
        return doubleAttackCharge;
    }

    @Override
    public ItemStack getEquippedStack(EquipmentSlot slot) {
        return switch (slot) {
            case MAINHAND -> inventory.main.get(inventory.selectedSlot);
            case OFFHAND -> inventory.offHand.get(0);
            case FEET -> inventory.armor.get(0);
            case LEGS -> inventory.armor.get(1);
            case CHEST -> inventory.armor.get(2);
            case HEAD -> inventory.armor.get(3);
        };
    }

    public void resetLastAttackedTicks() {
        doubleAttackCharge = 0;
    }

    @Override
    public void tickMovement() {
        super.tickMovement();
    }

    @Override
    public ItemStack getMainHandStack() {
        return getEquippedStack(EquipmentSlot.MAINHAND);
    }

    public ActionResult interact(Entity entity, Hand hand) {
        return this instanceof ServerPlayerEntity player && player.doubleGame != null ? player.doubleGame.useOnEntity(hand, entity) : doubleInteraction;
    }

    public void requestRespawn() {
    }

    public void closeHandledScreen() {
    }
}
