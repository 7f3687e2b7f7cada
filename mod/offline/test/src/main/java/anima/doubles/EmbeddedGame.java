package anima.doubles;

import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Turn;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents;
import net.minecraft.block.Block;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.DeathScreen;
import net.minecraft.client.gui.screen.ProgressScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.SleepingChatScreen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.client.network.ClientPlayerInteractionManager;
import net.minecraft.client.option.GameOptions;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.world.ClientChunkManager;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.effect.StatusEffectInstance;
import net.minecraft.entity.player.PlayerInventory;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.network.packet.c2s.play.RenameItemC2SPacket;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.screen.AnvilScreenHandler;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/**
 * The client in the embedded world: what the world shows becomes packets and entities of the double, and what the double
 * has read of its keys, its head and its clicks is all that moves its player.
 */
public final class EmbeddedGame {
    private static final int PICKED_UP_ID = Integer.MAX_VALUE;
    /** Entity status of an animal that falls in love or gives birth. */
    private static final byte HEARTS = 18;

    private final EmbeddedWorld world;
    private final MinecraftClient client;
    private final Shown values;
    private final ClientWorld shown = new ClientWorld();
    private final ClientPlayerEntity player;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
    private final double[] body = new double[EmbeddedWorld.PLAYER];
    private final int[] facts = new int[EmbeddedWorld.FACTS];
    private final int[] carried = new int[41 * EmbeddedWorld.STACK];
    private final int[] carriedShown = new int[carried.length];
    private final Map<Integer, Entity> entities = new HashMap<>();
    private int[] menuShown = {};
    /** The menu that {@link #menuShown} stands in: the client itself goes back to the player's when it closes one. */
    private ScreenHandler menuOfShown;
    private int syncId;
    /** What the server writes into its chunks. */
    private final int[] rawIds;

    /** Joins it, behind a screen: everything is shown before the first tick of the world. */
    public EmbeddedGame(EmbeddedWorld world, MinecraftClient client) {
        this(world, client, Shown.asItIs(), () -> { });
    }

    /** Joins it in a game that shows its values as others, and something happens between the join and the first chunk. */
    public EmbeddedGame(EmbeddedWorld world, MinecraftClient client, Shown values, Runnable joined) {
        this.world = world;
        this.client = client;
        this.values = values;
        client.setScreen(new ProgressScreen(true));
        client.tick();
        client.doubleConnection = new ClientPlayNetworkHandler();
        for (String biome : EmbeddedWorld.biomes()) {
            shown.doubleBiomes.add(biome, new net.minecraft.world.biome.Biome());
        }
        player = new ClientPlayerEntity(client.doubleConnection);
        player.doubleId = Integer.MIN_VALUE; // The world numbers the others from 0.
        player.doubleType = GameData.entityType("minecraft:player");
        client.doubleConnection.onGameJoin(new GameJoinS2CPacket(0, () -> {
            client.interactionManager = new ClientPlayerInteractionManager();
            client.world = shown;
            client.player = player;
            shown.doubleEntities.add(player);
        }));
        joined.run();
        rawIds = values.rawIds();
        shown.doubleTick = this::tick;
        shown.doubleBlocks = pos -> Block.STATE_IDS.get(world.block(pos.getX(), pos.getY(), pos.getZ()));
        client.setScreen(null);
        show();
    }

    /** The names of 1.19.4 for the game's registries. */
    public static GameData.Lists lists() {
        return new GameData.Lists(
            java.util.List.of(EmbeddedWorld.blockStates()), java.util.List.of(EmbeddedWorld.items()), java.util.List.of(EmbeddedWorld.entityTypes()),
            java.util.List.of(EmbeddedWorld.enchantments()), java.util.List.of(EmbeddedWorld.effects()), java.util.List.of(EmbeddedWorld.menus()));
    }

    /** The world. */
    public EmbeddedWorld world() {
        return world;
    }

    /** What the hands are at moves the world by a tick, and what comes of it is shown. */
    private void tick() {
        ClientPlayerInteractionManager clicks = client.interactionManager;
        boolean clicked = clicks.doubleClicks > 0;
        if (clicks.doubleClicks > 1) {
            throw new AssertionError("more than one click in a tick");
        }
        String rename = null;
        boolean asks = false;
        for (Object packet : client.doubleConnection.doubleSent) {
            rename = packet instanceof RenameItemC2SPacket named ? named.doubleName : rename;
            asks |= packet instanceof ClientStatusC2SPacket status && status.doubleMode == ClientStatusC2SPacket.Mode.REQUEST_STATS;
        }
        int[] presses = client.doublePresses;
        String chat = client.doubleConnection.doubleChat.isEmpty() ? null : client.doubleConnection.doubleChat.get(0);
        world.tick(
            walkingKeys(), player.getYaw(), player.getPitch(), client.doubleHotbar,
            client.doubleInventoryOpened ? 1 : player.doubleCloses ? 2 : 0,
            clicked ? clicks.doubleClickMode.ordinal() : -1, clicked ? clicks.doubleClickSlot : -1, clicked ? clicks.doubleClickButton : -1,
            clicks.doubleButton, player.doubleRespawns, asks, chat, rename, presses);
        if (client.currentScreen == null) { // Behind a window the game counts them by itself.
            client.doubleCooldowns(presses[EmbeddedWorld.ATTACK_COOLDOWN], presses[EmbeddedWorld.USE_COOLDOWN]);
        }
        clicks.doubleClicks = 0;
        clicks.doubleButton = -1;
        player.doubleRespawns = false;
        player.doubleCloses = false;
        client.doubleConnection.doubleSent.clear();
        client.doubleConnection.doubleChat.clear();
        show();
    }

    /** What the game reads when the body moves: the keys that are held, and the jump that it adds itself at a step. */
    private int walkingKeys() {
        GameOptions options = client.options;
        KeyBinding[] all = {
            options.forwardKey, options.backKey, options.leftKey, options.rightKey, options.jumpKey, options.sneakKey, options.sprintKey
        };
        int keys = 0;
        for (int i = 0; i < all.length; i++) {
            keys |= all[i].isPressed() ? 1 << i : 0;
        }
        boolean atStep = player.doubleOnGround && player.horizontalCollision && (keys & Turn.FORWARD) != 0;
        return player.isAutoJumpEnabled() && atStep ? keys | Turn.JUMP : keys; // ClientPlayerEntity.autoJump
    }

    private void show() {
        world.player(body);
        world.facts(facts);
        showTerrain();
        showBody();
        boolean reopened = showEvents();
        showStatistics();
        showInventory();
        showMenu(reopened);
        showEntities();
        showTarget();
    }

    private void showTerrain() {
        shown.doubleChunks.doubleCenter((int) Math.floor(body[EmbeddedWorld.X]) >> 4, (int) Math.floor(body[EmbeddedWorld.Z]) >> 4);
        int[] gone = world.unloaded();
        for (int i = 0; i < gone.length; i += 2) {
            shown.doubleChunks.doubleUnload(shown, gone[i], gone[i + 1]);
        }
        int[] loaded = world.loaded();
        for (int i = 0; i < loaded.length; i += 2) {
            WorldChunk chunk = new WorldChunk() {
            };
            chunk.doublePos = new ChunkPos(loaded[i], loaded[i + 1]);
            ChunkSection all = new ChunkSection(); // All sections at once: the mod asks each for its bytes.
            all.doubleBytes = new byte[world.column(loaded[i], loaded[i + 1], rawIds, Block.STATE_IDS.size(), bytes)];
            bytes.get(0, all.doubleBytes);
            chunk.doubleSections = new ChunkSection[] {all};
            shown.doubleChunks.doubleLoad(shown, chunk);
        }
        int[] changes = world.changes();
        for (int i = 0; i < changes.length; i += 4) {
            shown.onBlockChanged(new BlockPos(changes[i], changes[i + 1], changes[i + 2]), null, values.state(changes[i + 3]));
        }
    }

    private void showBody() {
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
        client.interactionManager.doubleBreaking = body[EmbeddedWorld.DIG_PROGRESS] > 0;
        client.interactionManager.doubleProgress((float) body[EmbeddedWorld.DIG_PROGRESS]);
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
        player.doubleWalking = (flags & Senses.WALKING) != 0;
        player.doubleTap((int) body[EmbeddedWorld.DOUBLE_TAP]);
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

    private void showStatistics() {
        int[] counts = world.statisticCounts();
        if (counts.length == 0) {
            return;
        }
        String[] names = world.statisticNames();
        Map<Stat<?>, Integer> answer = new HashMap<>();
        for (int i = 0; i < counts.length; i++) {
            answer.put(new Stat<Object>(names[i]), counts[i]);
        }
        client.doubleConnection.onStatistics(new StatisticsS2CPacket(answer));
    }

    /** Returns whether a menu was opened. */
    private boolean showEvents() {
        boolean opened = false;
        for (String event : world.events()) {
            String[] words = event.split("\t", -1);
            switch (words[0]) {
                case "chat" -> ClientReceiveMessageEvents.GAME.invoker().onReceiveGameMessage(Text.literal(words[2]), false);
                case "picked_up" -> {
                    ItemEntity item = new ItemEntity();
                    item.doubleId = PICKED_UP_ID;
                    item.doubleStack = new ItemStack(
                        values.item(Integer.parseInt(words[1])), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                    shown.doubleEntities.add(item);
                    client.doubleConnection.onItemPickupAnimation(
                        new ItemPickupAnimationS2CPacket(PICKED_UP_ID, player.doubleId, item.doubleStack.getCount()));
                }
                case "hurt" -> player.onDamaged(new DamageSource(shown.getEntityById(Integer.parseInt(words[2]))));
                case "died" -> client.doubleConnection.onDeathMessage(new DeathMessageS2CPacket(player.doubleId, Text.literal(words[1])));
                case "hearts" -> client.doubleConnection.onEntityStatus(
                    new EntityStatusS2CPacket(shown.getEntityById(Integer.parseInt(words[1])), HEARTS));
                case "item_broke" -> client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(player, brokenSlot(Integer.parseInt(words[1]))));
                case "screen_opened" -> opened = true;
                default -> {
                }
            }
        }
        return opened;
    }

    /** The status of the slot that still shows the item; 47 for the hand, then off hand, head, chest, legs, feet. */
    private byte brokenSlot(int item) {
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

    private void showInventory() {
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

    private void showMenu(boolean reopened) {
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
        showScreen(menu);
        if (other && kind >= 0) {
            client.doubleConnection.onInventory(new InventoryS2CPacket(menu.syncId));
        }
    }

    private ScreenHandler open(int kind, int slots, int properties) {
        var type = values.menu(kind);
        syncId = syncId % 100 + 1;
        return type.doubleName.equals("minecraft:anvil") ? new AnvilScreenHandler(type, syncId)
            : new ScreenHandler(type, syncId, slots, properties) {
            };
    }

    private void showScreen(ScreenHandler menu) {
        Screen open = client.currentScreen;
        switch (facts[EmbeddedWorld.SCREEN]) {
            case Senses.SCREEN_NONE -> change(open == null ? open : null);
            case Senses.SCREEN_INVENTORY -> change(open instanceof InventoryScreen ? open : new InventoryScreen(player));
            case Senses.SCREEN_DEATH -> change(open instanceof DeathScreen ? open : new DeathScreen());
            case Senses.SCREEN_CONTAINER -> change(open instanceof HandledScreen<?> screen && screen.getScreenHandler() == menu ? open : new HandledScreen<>(menu) {
            });
            default -> change(open instanceof SleepingChatScreen ? open : new SleepingChatScreen());
        }
    }

    private void change(Screen screen) {
        if (screen != client.currentScreen) {
            client.setScreen(screen);
        }
    }

    private void showEntities() {
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
                shown.doubleEntities.add(entity);
            }
            int item = at + EmbeddedWorld.ENTITY_ITEM;
            EntityDoubles.show(entity, ints, at, doubles, i * EmbeddedWorld.ENTITY_DOUBLES,
                stackOf -> stack(ints, item, EmbeddedWorld.ON_ENTITY, id));
        }
        entities.entrySet().removeIf(entry -> {
            boolean gone = !present.contains(entry.getKey());
            if (gone) {
                shown.doubleEntities.remove(entry.getValue());
            }
            return gone;
        });
    }

    private void showTarget() {
        Vec3d point = new Vec3d(body[EmbeddedWorld.TARGET_POINT_X], body[EmbeddedWorld.TARGET_POINT_Y], body[EmbeddedWorld.TARGET_POINT_Z]);
        BlockPos pos = new BlockPos(facts[EmbeddedWorld.TARGET_X], facts[EmbeddedWorld.TARGET_Y], facts[EmbeddedWorld.TARGET_Z]);
        client.crosshairTarget = switch (facts[EmbeddedWorld.TARGET]) {
            case EmbeddedWorld.TARGET_BLOCK -> BlockHitResult.doubleOf(HitResult.Type.BLOCK, point, Direction.values()[facts[EmbeddedWorld.TARGET_FACE]], pos);
            case EmbeddedWorld.TARGET_IS_ENTITY -> EntityHitResult.doubleOf(entities.get(facts[EmbeddedWorld.TARGET_ENTITY]));
            default -> BlockHitResult.doubleOf(HitResult.Type.MISS, point, Direction.values()[0], pos);
        };
    }
}
