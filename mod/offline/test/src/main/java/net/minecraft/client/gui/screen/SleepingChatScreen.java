package net.minecraft.client.gui.screen;

import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.network.packet.c2s.play.ClientCommandC2SPacket;

/** Double: closing it asks the server to wake the player, which closes it. */
public class SleepingChatScreen extends ChatScreen {
    @Override
    public void close() {
        ClientPlayerEntity player = client.player;
        player.networkHandler.sendPacket(new ClientCommandC2SPacket(player, ClientCommandC2SPacket.Mode.STOP_SLEEPING));
    }
}
