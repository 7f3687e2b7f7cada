package anima.doubles;

import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.minecraft.block.Block;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.effect.StatusEffectInstance;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.entity.player.PlayerInventory;
import net.minecraft.item.ItemStack;
import net.minecraft.screen.AnvilScreenHandler;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.stat.Stat;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.World;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/** What client and server have in common that show an embedded world: its player, what it carries, its entities. */
abstract class EmbeddedShow {
    static final int PICKED_UP_ID = Integer.MAX_VALUE;
    /** Entity status of an animal that falls in love or gives birth. */
    static final byte HEARTS = 18;

    final EmbeddedWorld world;
    final Shown values;
    final double[] body = new double[EmbeddedWorld.PLAYER];
    final int[] facts = new int[EmbeddedWorld.FACTS];
    final Map<Integer, Entity> entities = new HashMap<>();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
    private final int[] carried = new int[41 * EmbeddedWorld.STACK];
    private final int[] carriedShown = new int[carried.length];
    private int[] menuShown = {};
    /** The menu that {@link #menuShown} stands in: a client itself goes back to the player's when it closes one. */
    private ScreenHandler menuOfShown;
    private int syncId;

    EmbeddedShow(EmbeddedWorld world, Shown values) {
        this.world = world;
        this.values = values;
    }

    /** The world. */
    public EmbeddedWorld world() {
        return world;
    }

    /** The player of the double. */
    abstract PlayerEntity player();

    /** The world of the double. */
    abstract World shown();

    /** An entity comes into sight. */
    abstract void appears(Entity entity);

    /** An entity is no longer in sight. */
    abstract void vanishes(Entity entity);

    /** A chunk as it is now; its block states have the raw ids that the game gives those of 1.19.4. */
    WorldChunk chunk(int x, int z, int[] rawIds) {
        WorldChunk chunk = new WorldChunk() {
        };
        chunk.doublePos = new ChunkPos(x, z);
        ChunkSection all = new ChunkSection(); // All sections at once: the mod asks each for its bytes.
        all.doubleBytes = new byte[world.column(x, z, rawIds, Block.STATE_IDS.size(), bytes)];
        bytes.get(0, all.doubleBytes);
        chunk.doubleSections = new ChunkSection[] {all};
        return chunk;
    }

    /** The statistics that were told in the last tick. */
    Map<Stat<?>, Integer> statistics() {
        int[] counts = world.statisticCounts();
        Map<Stat<?>, Integer> answer = new HashMap<>();
        if (counts.length > 0) {
            String[] names = world.statisticNames();
            for (int i = 0; i < counts.length; i++) {
                answer.put(new Stat<Object>(names[i]), counts[i]);
            }
        }
        return answer;
    }

    /** The item of an event {@code picked_up}. */
    ItemEntity pickedUp(String[] words) {
        ItemEntity item = new ItemEntity();
        item.doubleId = PICKED_UP_ID;
        item.doubleStack = new ItemStack(values.item(Integer.parseInt(words[1])), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
        return item;
    }

    /** Shows the body as the world has it now, and the sky. */
    void showBody() {
        PlayerEntity player = player();
        World shown = shown();
        player.doubleX = body[EmbeddedWorld.X];
        player.doubleY = body[EmbeddedWorld.Y];
        player.doubleZ = body[EmbeddedWorld.Z];
        player.doubleVelocity = new Vec3d(body[EmbeddedWorld.VELOCITY_X], body[EmbeddedWorld.VELOCITY_Y], body[EmbeddedWorld.VELOCITY_Z]);
        player.doubleYaw = (float) body[EmbeddedWorld.YAW];
        player.doublePitch = (float) body[EmbeddedWorld.PITCH];
        player.doubleEyeHeight = (float) body[EmbeddedWorld.EYE_HEIGHT];
        player.doubleHeight = (float) body[EmbeddedWorld.HEIGHT];
        player.doubleHealth = (float) body[EmbeddedWorld.HEALTH];
        player.getHungerManager().doubleFood = (int) body[EmbeddedWorld.FOOD];
        player.getHungerManager().doubleSaturation = (float) body[EmbeddedWorld.SATURATION];
        player.doubleAir = (int) body[EmbeddedWorld.AIR];
        player.experienceLevel = (int) body[EmbeddedWorld.LEVEL];
        player.experienceProgress = (float) body[EmbeddedWorld.LEVEL_PROGRESS];
        player.doubleAttackCharge = (float) body[EmbeddedWorld.ATTACK_CHARGE];
        int flags = facts[EmbeddedWorld.FLAGS];
        player.doubleOnGround = (flags & Senses.ON_GROUND) != 0;
        player.doubleInWater = (flags & Senses.IN_WATER) != 0;
        player.doubleSubmerged = (flags & Senses.SUBMERGED) != 0;
        player.doubleInLava = (flags & Senses.IN_LAVA) != 0;
        player.doubleSwimmingPose = (flags & Senses.SWIMMING) != 0;
        player.doubleSneakingPose = (flags & Senses.SNEAKING) != 0;
        player.doubleSprinting = (flags & Senses.SPRINTING) != 0;
        player.doubleClimbing = (flags & Senses.CLIMBING) != 0;
        player.doubleOnFire = (flags & Senses.ON_FIRE) != 0;
        player.horizontalCollision = (flags & Senses.COLLIDED) != 0;
        player.doubleUsingItem = (flags & Senses.USING_ITEM) != 0;
        player.doubleEffects.clear();
        int[] effects = world.effectsAtWork();
        for (int i = 0; i < effects.length; i += 3) {
            player.doubleEffects.add(new StatusEffectInstance(values.effect(effects[i]), effects[i + 1], effects[i + 2]));
        }
        shown.doubleTimeOfDay = facts[EmbeddedWorld.TIME_OF_DAY];
        shown.doubleRaining = facts[EmbeddedWorld.WEATHER] != Senses.CLEAR;
        shown.doubleThundering = facts[EmbeddedWorld.WEATHER] == Senses.THUNDER;
        shown.doubleSkyLight = facts[EmbeddedWorld.SKY_LIGHT];
        shown.doubleBlockLight = facts[EmbeddedWorld.BLOCK_LIGHT];
        shown.doubleLitCell = new BlockPos(
            (int) Math.floor(body[EmbeddedWorld.X]), (int) Math.floor(body[EmbeddedWorld.Y] + body[EmbeddedWorld.EYE_HEIGHT]),
            (int) Math.floor(body[EmbeddedWorld.Z]));
    }

    /** The status of the slot that still shows the item; 47 for the hand, then off hand, head, chest, legs, feet. */
    byte brokenSlot(int item) {
        PlayerEntity player = player();
        int[] slots = {player.getInventory().selectedSlot, 40, 39, 38, 37, 36};
        for (int i = 0; i < slots.length; i++) {
            if (carriedShown[slots[i] * EmbeddedWorld.STACK] == item) {
                return (byte) (47 + i);
            }
        }
        return 47;
    }

    private ItemStack stack(int[] numbers, int at, int where, int place) {
        if (numbers[at + 1] == 0) {
            return ItemStack.EMPTY;
        }
        ItemStack stack = new ItemStack(values.item(numbers[at]), numbers[at + 1], numbers[at + 2]);
        if (numbers[at + 3] > 0) {
            int[] levels = world.enchantmentsOf(where, place);
            for (int i = 0; i < levels.length; i += 2) {
                stack.doubleEnchantments.put(values.enchantment(levels[i]), levels[i + 1]);
            }
        }
        return stack;
    }

    private static boolean same(int[] one, int[] other, int at) {
        return one[at] == other[at] && one[at + 1] == other[at + 1] && one[at + 2] == other[at + 2] && one[at + 3] == other[at + 3];
    }

    /** The player is another one, of which nothing is shown yet. */
    void forgetCarried() {
        Arrays.fill(carriedShown, -1);
        menuOfShown = null;
    }

    /** Shows what is carried. */
    void showInventory() {
        PlayerEntity player = player();
        world.inventory(carried);
        PlayerInventory inventory = player.getInventory();
        for (int slot = 0; slot < 41; slot++) {
            int at = slot * EmbeddedWorld.STACK;
            if (!same(carried, carriedShown, at)) {
                ItemStack stack = stack(carried, at, EmbeddedWorld.IN_INVENTORY, slot);
                (slot < 36 ? inventory.main : slot < 40 ? inventory.armor : inventory.offHand).set(slot < 36 ? slot : slot < 40 ? slot - 36 : 0, stack);
            }
        }
        System.arraycopy(carried, 0, carriedShown, 0, carried.length);
        inventory.selectedSlot = facts[EmbeddedWorld.SELECTED];
    }

    /** Shows the open menu, and returns it. {@code reopened} if another one of the same kind was opened. */
    ScreenHandler showMenu(boolean reopened) {
        PlayerEntity player = player();
        int slots = facts[EmbeddedWorld.MENU_SLOTS];
        int kind = facts[EmbeddedWorld.MENU];
        ScreenHandler menu = player.currentScreenHandler;
        int[] properties = world.properties();
        boolean other = kind < 0 ? menu != player.playerScreenHandler
            : menu.doubleType() != values.menu(kind) || reopened;
        if (other) {
            menu = kind < 0 ? player.playerScreenHandler : open(kind, slots, properties.length);
            player.currentScreenHandler = menu;
        }
        int[] now = new int[(slots + 1) * EmbeddedWorld.STACK];
        world.menu(now);
        boolean all = menu != menuOfShown;
        for (int slot = 0; slot <= slots; slot++) {
            int at = slot * EmbeddedWorld.STACK;
            if (!all && same(now, menuShown, at)) {
                continue;
            }
            if (slot == slots) {
                menu.doubleCursor = stack(now, at, EmbeddedWorld.ON_CURSOR, 0);
            } else {
                menu.slots.get(slot).doubleStack = stack(now, at, EmbeddedWorld.IN_MENU, slot);
            }
        }
        menuShown = now;
        menuOfShown = menu;
        for (int i = 0; i < properties.length && i < menu.doubleProperties().size(); i++) {
            menu.doubleProperties().get(i).set(properties[i]);
        }
        return menu;
    }

    private ScreenHandler open(int kind, int slots, int properties) {
        var type = values.menu(kind);
        syncId = syncId % 100 + 1;
        return type.doubleName.equals("minecraft:anvil") ? new AnvilScreenHandler(type, syncId)
            : new ScreenHandler(type, syncId, slots, properties) {
            };
    }

    /** Shows the entities around. */
    void showEntities() {
        int count = world.entityCount();
        int[] ints = new int[count * EmbeddedWorld.ENTITY_INTS];
        double[] doubles = new double[count * EmbeddedWorld.ENTITY_DOUBLES];
        world.entities(ints, doubles);
        Set<Integer> present = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int at = i * EmbeddedWorld.ENTITY_INTS;
            int id = ints[at + EmbeddedWorld.ENTITY_ID];
            present.add(id);
            Entity entity = entities.get(id);
            if (entity == null) {
                entity = EntityDoubles.make(values.entityType(ints[at + EmbeddedWorld.ENTITY_TYPE]), doubles[i * EmbeddedWorld.ENTITY_DOUBLES + EmbeddedWorld.ENTITY_HEALTH]);
                entity.doubleId = id;
                entities.put(id, entity);
                appears(entity);
            }
            int item = at + EmbeddedWorld.ENTITY_ITEM;
            EntityDoubles.show(entity, ints, at, doubles, i * EmbeddedWorld.ENTITY_DOUBLES,
                stackOf -> stack(ints, item, EmbeddedWorld.ON_ENTITY, id));
        }
        entities.entrySet().removeIf(entry -> {
            boolean gone = !present.contains(entry.getKey());
            if (gone) {
                vanishes(entry.getValue());
            }
            return gone;
        });
    }
}
