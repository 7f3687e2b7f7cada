package net.minecraft.client.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.minecraft.client.MinecraftClient;
import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.network.packet.s2c.play.WorldTimeUpdateS2CPacket;

/** Double: what is sent, and what packets do. */
public class ClientPlayNetworkHandler implements ClientPlayPacketListener {
    public final List<Packet<?>> doubleSent = new ArrayList<>();
    public final List<String> doubleChat = new ArrayList<>();
    public final Map<String, Integer> doubleStatistics = new HashMap<>();
    /** What the player has chosen in the list of servers, or typed; null in single player. */
    public ServerInfo doubleEntry;

    public void sendPacket(Packet<?> packet) {
        doubleSent.add(packet);
    }

    public void sendChatMessage(String line) {
        doubleChat.add(line);
    }

    /** The game leaves a handler by an exception on a network thread and runs it again on its own. */
    private static void forceMainThread() {
        if (!MinecraftClient.getInstance().isOnThread()) {
            throw new IllegalStateException("run again on the client's thread");
        }
    }

    /** Makes another world, and a body for the player who has none yet. */
    public void onGameJoin(GameJoinS2CPacket packet) {
        forceMainThread();
        packet.doubleEnters().run();
    }

    public void onInventory(InventoryS2CPacket packet) {
        forceMainThread();
    }

    public void onItemPickupAnimation(ItemPickupAnimationS2CPacket packet) {
        forceMainThread();
        MinecraftClient client = MinecraftClient.getInstance();
        client.world.doubleEntities.removeIf(entity -> entity.getId() == packet.getEntityId());
    }

    public void onEntityStatus(EntityStatusS2CPacket packet) {
        forceMainThread();
    }

    public void onStatistics(StatisticsS2CPacket packet) {
        forceMainThread();
        packet.getStatMap().forEach((stat, count) -> doubleStatistics.put(stat.getName(), count)); // StatHandler.setStat
    }

    public void onWorldTimeUpdate(WorldTimeUpdateS2CPacket packet) {
        forceMainThread();
        MinecraftClient.getInstance().world.doubleTimeOfDay = packet.doubleTimeOfDay;
    }

    public void onDeathMessage(DeathMessageS2CPacket packet) {
        forceMainThread();
    }
}
