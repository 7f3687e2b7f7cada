package anima.mod.client;

import anima.mod.PlainText;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.entity.Entity;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.World;
import net.minecraft.world.chunk.WorldChunk;

/** Everything that the mixins of the client call, in one place. All of it does nothing without a session. */
public final class ClientHooks {
    private static final int PRESS = 1;

    /** The session of this client; mixins have no other way to it. */
    private static Play play;

    private ClientHooks() {
    }

    static void bind(Play session) {
        play = session;
    }

    static Play play() {
        return play;
    }

    /** The agent's keys belong to it, and no window is open: the mouse counts as held by the game without focus, too. */
    public static boolean holdsCursor(MinecraftClient client) {
        return play != null && play.isEngaged() && client.currentScreen == null;
    }

    /** A key of the keyboard; action 1 is a press. */
    public static void key(int key, int scancode, int action) {
        if (play != null && action == PRESS) {
            play.key(key, scancode);
        }
    }

    /** A button of the mouse; action 1 is a press. */
    public static void mouseButton(int action) {
        if (play != null && action == PRESS) {
            play.mouseButton();
        }
    }

    /** A screen opens, or null: the open one closes. */
    public static void screen(Screen screen) {
        if (play != null) {
            play.screen(screen);
        }
    }

    /** Whether the client's world stands still. */
    public static boolean isStill() {
        return play != null && play.pause().isStill();
    }

    /** A block of a client's world has changed. */
    public static void blockChanged(World world, BlockPos pos, BlockState state) {
        if (play != null) {
            play.blockChanged(world, pos, state);
        }
    }

    /** The biomes of a chunk have changed. */
    public static void biomesChanged(WorldChunk chunk) {
        if (play != null && chunk != null) {
            play.tell(() -> play.observer().biomesChanged(MinecraftClient.getInstance(), chunk));
        }
    }

    /** The contents of a menu have come; after the game has put them there. */
    public static void contentsArrived(InventoryS2CPacket packet) {
        ClientPlayerEntity player = MinecraftClient.getInstance().player;
        ScreenHandler menu = player == null ? null : player.currentScreenHandler;
        if (play != null && menu != null && menu.syncId == packet.getSyncId()) {
            play.tell(() -> play.observer().contentsArrived(menu));
        }
    }

    /** Somebody picks something up; before the game takes it out of the world. Called on network threads, too. */
    public static void pickedUp(ItemPickupAnimationS2CPacket packet) {
        MinecraftClient client = MinecraftClient.getInstance();
        if (play == null || !client.isOnThread() || client.player == null || packet.getCollectorEntityId() != client.player.getId()) {
            return;
        }
        play.tell(() -> play.observer().pickedUp(client.world.getEntityById(packet.getEntityId()), packet.getStackAmount()));
    }

    /** An entity shows a status; before the game looks at it. Called on network threads, too. */
    public static void status(EntityStatusS2CPacket packet) {
        MinecraftClient client = MinecraftClient.getInstance();
        if (play != null && client.isOnThread() && client.player != null) {
            play.tell(() -> play.observer().status(client.player, packet.getEntity(client.world), packet.getStatus()));
        }
    }

    /** The server has answered with statistics; after the game has taken them in. */
    public static void statistics(StatisticsS2CPacket packet) {
        if (play != null) {
            play.tell(() -> play.observer().statistics(packet.getStatMap()));
        }
    }

    /** The player dies. Called on network threads, too. */
    public static void died(DeathMessageS2CPacket packet) {
        MinecraftClient client = MinecraftClient.getInstance();
        if (play != null && client.isOnThread() && client.player != null && packet.getEntityId() == client.player.getId()) {
            play.tell(() -> play.observer().died(PlainText.of(packet.getMessage().getString())));
        }
    }

    /** The server says that an entity was hurt, and by whom. */
    public static void hurt(Entity victim, Entity attacker) {
        if (play != null && victim == MinecraftClient.getInstance().player) {
            play.tell(() -> play.observer().hurtBy(attacker == null ? -1 : attacker.getId()));
        }
    }

    /** The frame is complete, with all that lies over the world. */
    public static void frameComplete(MinecraftClient client) {
        if (play != null) {
            play.tell(() -> play.frames().frame(client, play.settings().frameWithHud()));
        }
    }
}
