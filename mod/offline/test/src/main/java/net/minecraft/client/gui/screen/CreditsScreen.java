package net.minecraft.client.gui.screen;

import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.text.Text;

/** Double: closing it asks the server to lead the player home, and the screen stays until it does. */
public class CreditsScreen extends Screen {
    public CreditsScreen() {
        super(Text.literal(""));
    }

    @Override
    public void close() {
        client.player.networkHandler.sendPacket(new ClientStatusC2SPacket(ClientStatusC2SPacket.Mode.PERFORM_RESPAWN));
    }
}
