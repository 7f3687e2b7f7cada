package anima.mod.client.observe;

import anima.mod.bridge.Events;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.entity.Entity;
import net.minecraft.entity.EquipmentSlot;
import net.minecraft.entity.ItemEntity;
import net.minecraft.item.ItemStack;

/** Tells what happens to the player. */
final class EventFeed {
    /** Entity statuses of a broken tool or piece of armour ({@code LivingEntity.getEquipmentBreakStatus}), from 47. */
    private static final int FIRST_BREAK_STATUS = 47;
    /**
     * Ticks for which who hurt the player is kept until the health shows it: {@code HealthUpdateS2CPacket} is sent later than
     * {@code EntityDamageS2CPacket}, at the end of the server's tick, and may come some client ticks after it.
     */
    private static final int WOUND_SHOWS = 10;
    private static final EquipmentSlot[] BROKEN = {
        EquipmentSlot.MAINHAND, EquipmentSlot.OFFHAND, EquipmentSlot.HEAD, EquipmentSlot.CHEST, EquipmentSlot.LEGS, EquipmentSlot.FEET
    };

    private final Events events;
    private ClientPlayerEntity player;
    private float health;
    private boolean wasDead;
    private int attacker = -1;
    private int attackerTicks;

    EventFeed(Events events) {
        this.events = events;
    }

    /** Looks at what is only seen by comparing ticks: wounds and a new body. */
    void tell(MinecraftClient client, boolean looks) {
        ClientPlayerEntity now = client.player;
        if (now != this.player) {
            if (looks && this.player != null && this.wasDead && !now.isDead()) {
                this.events.respawned();
            }
            this.player = now;
            this.health = now.getHealth();
        }
        if (looks && now.getHealth() < this.health) {
            this.events.hurt(this.health - now.getHealth(), this.attacker);
            this.attacker = -1;
        } else if (this.attackerTicks == 0) {
            this.attacker = -1;
        } else {
            this.attackerTicks--;
        }
        this.health = now.getHealth();
        this.wasDead = now.isDead();
    }

    /** The server says who hurt the player; the wound itself shows in the health. */
    void hurtBy(int entity) {
        this.attacker = entity;
        this.attackerTicks = WOUND_SHOWS;
    }

    void died(String message) {
        this.events.died(message);
    }

    void pickedUp(Entity item, int count) {
        if (item instanceof ItemEntity dropped && !dropped.getStack().isEmpty()) {
            ItemStack stack = dropped.getStack();
            this.events.pickedUp(Stacks.item(stack), Math.min(count, stack.getCount()), stack.getDamage(), Stacks.enchantments(stack));
        }
    }

    void status(ClientPlayerEntity ofPlayer, int status) {
        int slot = status - FIRST_BREAK_STATUS;
        if (slot >= 0 && slot < BROKEN.length) {
            ItemStack broken = ofPlayer.getEquippedStack(BROKEN[slot]); // Still there: the slot is emptied by a later packet.
            if (!broken.isEmpty()) {
                this.events.itemBroke(Stacks.item(broken));
            }
        }
    }

    void chat(String from, String text, boolean own) {
        this.events.chat(from, text, own);
    }
}
