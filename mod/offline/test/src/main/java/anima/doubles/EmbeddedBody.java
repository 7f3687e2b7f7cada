package anima.doubles;

import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import java.util.HashMap;
import java.util.Map;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerChunkEvents;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntitiesDestroyS2CPacket;
import net.minecraft.network.packet.s2c.play.EntitySpawnS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.World;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.chunk.WorldChunk;

/**
 * A player of the server's double whose world is an embedded one: what its handler is sent and what is set on it as it
 * moves is all that moves it, and what comes of it is shown, of hands and blocks at once.
 *
 * <p>Uses are answered as a server answers them: what a client takes for a success is CONSUME.
 */
public final class EmbeddedBody extends EmbeddedShow {
    private final ServerWorld shown = new ServerWorld();
    private final Map<Long, WorldChunk> chunks = new HashMap<>();
    private final int[] rawIds;
    /** The land that its world is a part of; null where it is a world of its own. */
    public EmbeddedLand doubleLand;
    private ServerPlayerEntity player;
    /** How many of the blocks that have changed in this tick were told. */
    private int toldChanges;

    /** Makes one of a server's worlds of it; {@link #enter} follows when its player has joined. */
    public EmbeddedBody(EmbeddedWorld world, MinecraftServer server) {
        super(world, Shown.asItIs());
        rawIds = values.rawIds();
        shown.doubleServer = server;
        for (String biome : EmbeddedWorld.biomes()) {
            shown.doubleBiomes.add(biome, new Biome());
        }
        shown.doubleChunks.doubleLoaded = (x, z) -> chunks.computeIfPresent(key(x, z), (at, chunk) -> chunk(x, z, rawIds));
        server.doubleWorlds.add(shown);
        world.player(body);
    }

    private static long key(int x, int z) {
        return (long) x << 32 ^ z & 0xffffffffL;
    }

    /** Where its player stands at first. */
    public Vec3d start() {
        return new Vec3d(body[EmbeddedWorld.X], body[EmbeddedWorld.Y], body[EmbeddedWorld.Z]);
    }

    @Override
    public ServerWorld shown() {
        return shown;
    }

    @Override
    PlayerEntity player() {
        return player;
    }

    /** Plays this player from now on. */
    public void enter(ServerPlayerEntity joined) {
        joined.doubleId = Integer.MIN_VALUE; // The world numbers the others from 0.
        bind(joined);
        show();
    }

    private void bind(ServerPlayerEntity now) {
        player = now;
        player.doubleType = GameData.entityType("minecraft:player");
        player.doubleGame = this;
    }

    /** It has died, and this one takes its place. */
    public void respawn(ServerPlayerEntity fresh) {
        if (doubleLand != null) {
            doubleLand.respawned(player, fresh);
        }
        bind(fresh);
        forgetCarried();
        world.comeBack();
        refresh();
    }

    // What its handler is sent.

    /** Digging, dropping, swapping, letting go. */
    public void act(PlayerActionC2SPacket packet) {
        switch (packet.getAction()) {
            case START_DESTROY_BLOCK -> dig(EmbeddedWorld.START_DIGGING, packet);
            case STOP_DESTROY_BLOCK -> dig(EmbeddedWorld.STOP_DIGGING, packet);
            case ABORT_DESTROY_BLOCK -> dig(EmbeddedWorld.ABORT_DIGGING, packet);
            case DROP_ITEM -> carryOut(EmbeddedWorld.DROP_ONE, 0, 0);
            case RELEASE_USE_ITEM -> carryOut(EmbeddedWorld.RELEASE_ITEM, 0, 0);
            case SWAP_ITEM_WITH_OFFHAND -> carryOut(EmbeddedWorld.SWAP_HANDS, 0, 0);
            default -> throw new AssertionError(packet.getAction());
        }
    }

    private void dig(int kind, PlayerActionC2SPacket packet) {
        BlockPos pos = packet.doublePos;
        look();
        world.carryOut(kind, 0, 0, pos.getX(), pos.getY(), pos.getZ(), packet.doubleSide.getId(), 0, 0, 0);
        refresh();
    }

    private int carryOut(int kind, int hand, int number) {
        look();
        int answer = world.carryOut(kind, hand, number, 0, 0, 0, 0, 0, 0, 0);
        refresh();
        return answer;
    }

    private static int number(Hand hand) {
        return hand == Hand.OFF_HAND ? 1 : 0;
    }

    private static ActionResult atServer(int answer) {
        return switch (answer) {
            case EmbeddedWorld.SUCCESS, EmbeddedWorld.CONSUME -> ActionResult.CONSUME;
            case EmbeddedWorld.PASS -> ActionResult.PASS;
            default -> ActionResult.FAIL;
        };
    }

    public void select(int slot) {
        carryOut(EmbeddedWorld.SELECT, 0, slot);
    }

    public void swing(Hand hand) {
        carryOut(EmbeddedWorld.SWING, number(hand), 0);
    }

    public void attack(Entity entity) {
        carryOut(EmbeddedWorld.ATTACK, 0, entity.getId());
    }

    public ActionResult useOnBlock(Hand hand, BlockHitResult hit) {
        BlockPos pos = hit.getBlockPos();
        Vec3d point = hit.getPos();
        look();
        int answer = world.carryOut(
            EmbeddedWorld.USE_ON_BLOCK, number(hand), 0, pos.getX(), pos.getY(), pos.getZ(), hit.getSide().getId(), point.x, point.y, point.z);
        refresh();
        return atServer(answer);
    }

    public ActionResult useOnEntity(Hand hand, Entity entity) {
        return atServer(carryOut(EmbeddedWorld.USE_ON_ENTITY, number(hand), entity.getId()));
    }

    public ActionResult useItem(Hand hand) {
        return atServer(carryOut(EmbeddedWorld.USE_ITEM, number(hand), 0));
    }

    public void close() {
        look();
        world.closeWindow();
        refresh();
    }

    public void click(int mode, int slot, int ofClick, int button) {
        look();
        world.click(mode, slot, ofClick, button);
        refresh();
    }

    /** What an operator sets: {@code give ITEM COUNT}, {@code time N} or {@code weather WHAT}. Returns whether there is room. */
    public boolean operate(String line) {
        look();
        boolean done = world.operate(line);
        refresh();
        return done;
    }

    // What is set on it or asked of it.

    public void resetCharge() {
        carryOut(EmbeddedWorld.RESET_CHARGE, 0, 0);
    }

    public float breakingDelta(BlockPos pos) {
        return world.breakingDelta(pos.getX(), pos.getY(), pos.getZ());
    }

    /** Where the head was turned since. */
    private void look() {
        if (player.doubleYaw != (float) body[EmbeddedWorld.YAW] || player.doublePitch != (float) body[EmbeddedWorld.PITCH]) {
            world.look(player.doubleYaw, player.doublePitch);
            world.player(body);
            world.facts(facts);
        }
    }

    /** The block that the cross-hair is on; null for none. */
    public BlockHitResult block() {
        look();
        if (facts[EmbeddedWorld.TARGET] != EmbeddedWorld.TARGET_BLOCK) {
            return null;
        }
        return new BlockHitResult(
            new Vec3d(body[EmbeddedWorld.TARGET_POINT_X], body[EmbeddedWorld.TARGET_POINT_Y], body[EmbeddedWorld.TARGET_POINT_Z]),
            Direction.values()[facts[EmbeddedWorld.TARGET_FACE]],
            new BlockPos(facts[EmbeddedWorld.TARGET_X], facts[EmbeddedWorld.TARGET_Y], facts[EmbeddedWorld.TARGET_Z]), false);
    }

    /** The entity that the cross-hair is on, if its ray meets one before any block; null for none. */
    public EntityHitResult entity() {
        look();
        Entity there = facts[EmbeddedWorld.TARGET] == EmbeddedWorld.TARGET_IS_ENTITY ? entities.get(facts[EmbeddedWorld.TARGET_ENTITY]) : null;
        return there == null ? null : new EntityHitResult(there, player.getCameraPosVec(1));
    }

    /** {@code ServerPlayerEntity.playerTick}: its legs are asked in {@code tickMovement}, and its world moves with it. */
    public void move() {
        look();
        int stance = world.beginMove();
        refresh();
        player.doubleSwimming = (stance & EmbeddedWorld.SWIMS) != 0;
        player.doubleSubmerged = (stance & EmbeddedWorld.SUBMERGED) != 0;
        player.tickMovement();
        world.endTick(player.forwardSpeed, player.sidewaysSpeed, player.doubleJumping, player.doubleSneaking, player.doubleSprinting);
        show();
    }

    /** What can be seen in the middle of a tick. */
    private void refresh() {
        world.player(body);
        world.facts(facts);
        showBody();
        showInventory();
        showMenu(false);
        int[] changes = world.freshChanges();
        for (int i = 0; i < changes.length; i += 4) {
            shown.onBlockChanged(new BlockPos(changes[i], changes[i + 1], changes[i + 2]), null, values.state(changes[i + 3]));
        }
        toldChanges += changes.length;
    }

    /** What can be seen after a tick. */
    private void show() {
        world.player(body);
        world.facts(facts);
        showTerrain();
        showBody();
        boolean opened = showEvents();
        Map<Stat<?>, Integer> answer = statistics();
        if (!answer.isEmpty()) {
            send(new StatisticsS2CPacket(answer));
        }
        showInventory();
        showMenu(opened && player.currentScreenHandler == player.playerScreenHandler);
        showEntities();
    }

    @Override
    void showBody() {
        super.showBody();
        player.doubleSleeping = facts[EmbeddedWorld.SCREEN] == Senses.SCREEN_OTHER;
    }

    private void showTerrain() {
        int[] gone = world.unloaded();
        for (int i = 0; i < gone.length; i += 2) {
            WorldChunk chunk = chunks.remove(key(gone[i], gone[i + 1]));
            ServerChunkEvents.CHUNK_UNLOAD.invoker().onChunkUnload(shown, chunk);
        }
        int[] loaded = world.loaded();
        for (int i = 0; i < loaded.length; i += 2) {
            WorldChunk chunk = chunk(loaded[i], loaded[i + 1], rawIds);
            chunks.put(key(loaded[i], loaded[i + 1]), chunk);
            ServerChunkEvents.CHUNK_LOAD.invoker().onChunkLoad(shown, chunk);
        }
        int[] changes = world.changes();
        for (int i = toldChanges; i < changes.length; i += 4) {
            shown.onBlockChanged(new BlockPos(changes[i], changes[i + 1], changes[i + 2]), null, values.state(changes[i + 3]));
        }
        toldChanges = 0;
    }

    private void send(Packet<?> packet) {
        player.networkHandler.sendPacket(packet, null);
    }

    /** Returns whether a menu was opened. */
    private boolean showEvents() {
        boolean opened = false;
        for (String event : world.events()) {
            String[] words = event.split("\t", -1);
            switch (words[0]) {
                case "picked_up" -> {
                    ItemEntity item = pickedUp(words);
                    shown.doubleEntities.put(item.doubleId, item);
                    send(new ItemPickupAnimationS2CPacket(item.doubleId, player.doubleId, item.doubleStack.getCount()));
                }
                case "hurt" -> player.damage(new DamageSource(shown.getEntityById(Integer.parseInt(words[2]))), Float.parseFloat(words[1]));
                case "died" -> send(new DeathMessageS2CPacket(player.doubleId, Text.literal(words[1])));
                case "hearts" -> send(new EntityStatusS2CPacket(shown.getEntityById(Integer.parseInt(words[1])), HEARTS));
                case "item_broke" -> showBroken(Integer.parseInt(words[1]));
                case "screen_opened" -> opened = true;
                default -> {
                }
            }
        }
        return opened;
    }

    /** The server says that something breaks before it is gone. */
    private void showBroken(int item) {
        byte status = brokenSlot(item);
        var inventory = player.getInventory();
        var slots = status == 47 ? inventory.main : status == 48 ? inventory.offHand : inventory.armor;
        int slot = status == 47 ? inventory.selectedSlot : status == 48 ? 0 : 52 - status;
        ItemStack now = slots.get(slot);
        slots.set(slot, new ItemStack(values.item(item), 1, 0));
        send(new EntityStatusS2CPacket(player, status));
        slots.set(slot, now);
    }

    @Override
    void appears(Entity entity) {
        shown.doubleEntities.put(entity.getId(), entity);
        send(new EntitySpawnS2CPacket(entity.getId()));
    }

    @Override
    void vanishes(Entity entity) {
        shown.doubleEntities.remove(entity.getId());
        send(new EntitiesDestroyS2CPacket(entity.getId()));
    }
}
