package anima.mod.client;

import java.util.function.Consumer;
import java.util.function.Predicate;
import net.minecraft.block.BlockState;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.entity.Entity;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.network.packet.s2c.play.WorldTimeUpdateS2CPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.World;
import net.minecraft.world.chunk.WorldChunk;

/**
 * Everything that the mixins of the client call, in one place: one call each, which tells the session something or asks
 * it something. Without a session it does nothing, and the answer is no.
 */
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

    /** Reports something to the session. What fails stops the agent, not the game. */
    static void report(Consumer<Play> what) {
        if (play != null) {
            play.hear(what);
        }
    }

    private static boolean ask(Predicate<Play> what) {
        return play != null && what.test(play);
    }

    /** Reports to the session what a packet says that is looked at before the game does; not on the network's thread. */
    private static void reportEarly(Consumer<Play> what) {
        MinecraftClient client = MinecraftClient.getInstance();
        if (client.isOnThread() && client.player != null) {
            report(what);
        }
    }

    /** Whether the agent plays or thinks, so that keys and the player's conveniences are its own. */
    public static boolean isEngaged() {
        return ask(Play::isEngaged);
    }

    /** Whether the client's world stands still. */
    public static boolean isStill() {
        return ask(play -> play.pause().isStill());
    }

    /** Whether the mouse counts as held by the game without focus, too: its keys are the agent's, and no window is open. */
    public static boolean holdsCursor(MinecraftClient client) {
        return ask(play -> play.isEngaged() && client.currentScreen == null && !client.isWindowFocused());
    }

    /** Whether the game's menu stays closed, which opens when the window loses focus; a player who asks for it has it. */
    public static boolean keepsMenuClosed(MinecraftClient client) {
        return ask(play -> play.isEngaged() && !client.isWindowFocused());
    }

    /** A key of the keyboard; action 1 is a press. */
    public static void key(int key, int scancode, int action) {
        if (action == PRESS) {
            report(play -> play.key(key, scancode));
        }
    }

    /** A button of the mouse; action 1 is a press. */
    public static void mouseButton(int action) {
        if (action == PRESS) {
            report(Play::mouseButton);
        }
    }

    /** A screen opens, or null: the open one closes. */
    public static void screen(Screen screen) {
        report(play -> play.screen(screen));
    }

    /** A block of a client's world has changed. */
    public static void blockChanged(World world, BlockPos pos, BlockState state) {
        report(play -> play.observer().blockChanged(world, pos, state));
    }

    /** The biomes of a chunk have changed; null where none is loaded. */
    public static void biomesChanged(WorldChunk chunk) {
        if (chunk != null) {
            report(play -> play.observer().biomesChanged(chunk));
        }
    }

    /** A game begins: on a new connection, or over the same one on another server of a proxy; after its world was made. */
    public static void joined(GameJoinS2CPacket packet) {
        report(play -> play.joined(packet.sha256Seed()));
    }

    /** The contents of a menu have come; after the game has put them there. */
    public static void contentsArrived(InventoryS2CPacket packet) {
        ClientPlayerEntity player = MinecraftClient.getInstance().player;
        ScreenHandler menu = player == null ? null : player.currentScreenHandler;
        if (menu != null && menu.syncId == packet.getSyncId()) {
            report(play -> play.observer().contentsArrived(menu));
        }
    }

    /** Somebody picks something up; before the game takes it out of the world. Called on network threads, too. */
    public static void pickedUp(ItemPickupAnimationS2CPacket packet) {
        MinecraftClient client = MinecraftClient.getInstance();
        reportEarly(play -> {
            if (packet.getCollectorEntityId() == client.player.getId()) {
                play.observation().pickedUp(client.world.getEntityById(packet.getEntityId()), packet.getStackAmount());
            }
        });
    }

    /** An entity shows a status; before the game looks at it. Called on network threads, too. */
    public static void status(EntityStatusS2CPacket packet) {
        MinecraftClient client = MinecraftClient.getInstance();
        reportEarly(play -> play.observation().status(packet.getEntity(client.world), packet.getStatus()));
    }

    /** The player dies. Called on network threads, too. */
    public static void died(DeathMessageS2CPacket packet) {
        reportEarly(play -> {
            if (packet.getEntityId() == MinecraftClient.getInstance().player.getId()) {
                play.observation().died(packet.getMessage());
            }
        });
    }

    /** The server has answered with statistics; after the game has taken them in. */
    public static void statistics(StatisticsS2CPacket packet) {
        report(play -> play.observer().statistics(packet.getStatMap()));
    }

    /** The server has told the time of its world; after the game has taken it in. */
    public static void timeTold(WorldTimeUpdateS2CPacket packet) {
        report(play -> play.pause().timeTold(packet.getTime()));
    }

    /** The server says that an entity was hurt, and by whom. */
    public static void hurt(Entity victim, Entity attacker) {
        if (victim == MinecraftClient.getInstance().player) {
            report(play -> play.observation().hurtBy(attacker == null ? -1 : attacker.getId()));
        }
    }

    /** The frame is complete, with all that lies over the world. */
    public static void frameComplete(MinecraftClient client) {
        report(play -> play.frames().frame(client, play.settings().frameWithHud()));
    }
}
