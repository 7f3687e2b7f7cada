package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/** Double: the ticks of the server's world, and its time of day. */
public class WorldTimeUpdateS2CPacket implements Packet<ClientPlayPacketListener> {
    public final long doubleTimeOfDay;
    private final long time;

    public WorldTimeUpdateS2CPacket(long time, long timeOfDay) {
        this.time = time;
        this.doubleTimeOfDay = timeOfDay;
    }

    public long getTime() {
        return time;
    }
}
