package net.minecraft.network.packet.c2s.play;

import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double. */
public class ButtonClickC2SPacket implements Packet<ServerPlayPacketListener> {
    public final int doubleSyncId;
    private final int button;

    public ButtonClickC2SPacket(int syncId, int button) {
        doubleSyncId = syncId;
        this.button = button;
    }

    public int getButtonId() {
        return button;
    }
}
