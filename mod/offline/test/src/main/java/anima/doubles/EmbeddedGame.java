package anima.doubles;

import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Turn;
import java.util.Map;
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
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.network.packet.c2s.play.RenameItemC2SPacket;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.World;

/**
 * The client in the embedded world: what the world shows becomes packets and entities of the double, and what the double
 * has read of its keys, its head and its clicks is all that moves its player.
 */
public final class EmbeddedGame extends EmbeddedShow {
    private final MinecraftClient client;
    private final ClientWorld shown = new ClientWorld();
    private final ClientPlayerEntity player;
    /** What the server writes into its chunks. */
    private final int[] rawIds;

    /** Joins it, behind a screen: everything is shown before the first tick of the world. */
    public EmbeddedGame(EmbeddedWorld world, MinecraftClient client) {
        this(world, client, Shown.asItIs(), () -> { });
    }

    /** Joins it in a game that shows its values as others, and something happens between the join and the first chunk. */
    public EmbeddedGame(EmbeddedWorld world, MinecraftClient client, Shown values, Runnable joined) {
        super(world, values);
        this.client = client;
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

    @Override
    PlayerEntity player() {
        return player;
    }

    @Override
    World shown() {
        return shown;
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
        showOpenMenu(reopened);
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
            shown.doubleChunks.doubleLoad(shown, chunk(loaded[i], loaded[i + 1], rawIds));
        }
        int[] changes = world.changes();
        for (int i = 0; i < changes.length; i += 4) {
            shown.onBlockChanged(new BlockPos(changes[i], changes[i + 1], changes[i + 2]), null, values.state(changes[i + 3]));
        }
    }

    @Override
    void showBody() {
        super.showBody();
        client.interactionManager.doubleBreaking = body[EmbeddedWorld.DIG_PROGRESS] > 0;
        client.interactionManager.doubleProgress((float) body[EmbeddedWorld.DIG_PROGRESS]);
        player.doubleWalking = (facts[EmbeddedWorld.FLAGS] & Senses.WALKING) != 0;
        player.doubleTap((int) body[EmbeddedWorld.DOUBLE_TAP]);
    }

    private void showStatistics() {
        Map<Stat<?>, Integer> answer = statistics();
        if (!answer.isEmpty()) {
            client.doubleConnection.onStatistics(new StatisticsS2CPacket(answer));
        }
    }

    /** Returns whether a menu was opened. */
    private boolean showEvents() {
        boolean opened = false;
        for (String event : world.events()) {
            String[] words = event.split("\t", -1);
            switch (words[0]) {
                case "chat" -> ClientReceiveMessageEvents.GAME.invoker().onReceiveGameMessage(Text.literal(words[2]), false);
                case "picked_up" -> {
                    ItemEntity item = pickedUp(words);
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

    private void showOpenMenu(boolean reopened) {
        ScreenHandler before = player.currentScreenHandler;
        ScreenHandler menu = super.showMenu(reopened);
        showScreen(menu);
        if (menu != before && menu != player.playerScreenHandler) {
            client.doubleConnection.onInventory(new InventoryS2CPacket(menu.syncId));
        }
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

    @Override
    void appears(Entity entity) {
        shown.doubleEntities.add(entity);
    }

    @Override
    void vanishes(Entity entity) {
        shown.doubleEntities.remove(entity);
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
