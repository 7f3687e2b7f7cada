package anima.mod.observe;

import anima.mod.PlainText;
import anima.mod.bridge.Events;
import net.minecraft.entity.Entity;
import net.minecraft.entity.EquipmentSlot;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.text.Text;

/**
 * Tells what happens to the player.
 *
 * <p>A server decides how much that is, so no more is told in a tick than somebody could take in. What is too much costs
 * nothing but to be counted. Wounds, deaths and a new body are told whatever else there is.
 */
final class EventFeed {
    /** Entity statuses of a broken tool or piece of armour ({@code LivingEntity.getEquipmentBreakStatus}), from 47. */
    private static final int FIRST_BREAK_STATUS = 47;
    /**
     * Ticks for which who hurt the player, and that it died, is kept until the health shows it: {@code HealthUpdateS2CPacket}
     * is sent later than {@code EntityDamageS2CPacket} and {@code DeathMessageS2CPacket}, at the end of the server's tick,
     * and may come some client ticks after them.
     */
    private static final int WOUND_SHOWS = 10;
    /**
     * Most lines of chat in a tick: so many of players, and so many of the game itself, so that neither leaves no room for
     * the other. The screen shows ten.
     */
    private static final int LINES = 64;
    /** Most items that are picked up and tools that break in a tick. */
    private static final int THINGS = 256;
    private static final EquipmentSlot[] BROKEN = {
        EquipmentSlot.MAINHAND, EquipmentSlot.OFFHAND, EquipmentSlot.HEAD, EquipmentSlot.CHEST, EquipmentSlot.LEGS, EquipmentSlot.FEET
    };

    private final Events events;
    private PlayerEntity player;
    private float health;
    private boolean wasDead;
    private int attacker = -1;
    private int attackerTicks;
    /** What the server says of a death that does not show yet; null without one. */
    private String death;
    private int deathTicks;
    private boolean isDeathTold;
    /** What has come since the last tick, also what was too much. */
    private int linesOfPlayers;
    private int linesOfGame;
    private int things;

    EventFeed(Events events) {
        this.events = events;
    }

    /** Looks at what is only seen by comparing ticks: wounds, deaths and a new body. */
    void tell(PlayerEntity now, boolean looks) {
        this.tellDropped();
        boolean hasDied = this.tellDeath(now, looks);
        if (now != this.player) {
            if (looks && this.player != null && (this.wasDead || hasDied) && !now.isDead()) {
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

    /** Says how much of the last tick was too much; there is room again. */
    private void tellDropped() {
        int lines = Math.max(this.linesOfPlayers - LINES, 0) + Math.max(this.linesOfGame - LINES, 0);
        int others = Math.max(this.things - THINGS, 0);
        if (lines + others > 0) {
            this.events.dropped(lines, others, 0);
        }
        this.linesOfPlayers = 0;
        this.linesOfGame = 0;
        this.things = 0;
    }

    /**
     * Tells a death that the server has said, once the body shows it: it is dead, or the player has another one already.
     * So a server that only says so cannot keep the agent from what it is at. Returns whether it has shown.
     */
    private boolean tellDeath(PlayerEntity now, boolean looks) {
        boolean shows = this.death != null && (now.isDead() || this.player != null && now != this.player);
        if (shows && looks) {
            this.events.died(this.death);
        }
        if (shows || this.deathTicks == 0) {
            this.death = null;
        } else {
            this.deathTicks--;
        }
        this.isDeathTold = now.isDead() && (this.isDeathTold || shows);
        return shows;
    }

    /** The server says who hurt the player; the wound itself shows in the health. */
    void hurtBy(int entity) {
        this.attacker = entity;
        this.attackerTicks = WOUND_SHOWS;
    }

    /** The server says that the player died. One dies once, however often that is said. */
    void died(Text message) {
        if (this.death == null && !this.isDeathTold) {
            this.death = PlainText.of(message);
            this.deathTicks = WOUND_SHOWS;
        }
    }

    void pickedUp(Entity item, int count) {
        if (count > 0 && item instanceof ItemEntity dropped && !dropped.getStack().isEmpty() && this.things++ < THINGS) {
            ItemStack stack = dropped.getStack();
            this.events.pickedUp(Stacks.item(stack), Math.min(count, stack.getCount()), stack.getDamage(), Stacks.enchantments(stack));
        }
    }

    void status(PlayerEntity ofPlayer, int status) {
        int slot = status - FIRST_BREAK_STATUS;
        if (slot >= 0 && slot < BROKEN.length) {
            ItemStack broken = ofPlayer.getEquippedStack(BROKEN[slot]); // Still there: the slot is emptied by a later packet.
            if (!broken.isEmpty() && this.things++ < THINGS) {
                this.events.itemBroke(Stacks.item(broken));
            }
        }
    }

    /** Something was said, by the game itself where there is no sender. */
    void chat(String sender, Text message, boolean own) {
        int before = sender == null ? this.linesOfGame++ : this.linesOfPlayers++;
        if (before < LINES) {
            this.events.chat(sender == null ? "" : PlainText.of(sender), PlainText.of(message), own);
        }
    }
}
