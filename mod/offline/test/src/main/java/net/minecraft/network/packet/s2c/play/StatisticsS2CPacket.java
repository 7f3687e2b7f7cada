package net.minecraft.network.packet.s2c.play;

import java.util.Map;
import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.stat.Stat;

/** Double: the statistics that have changed since the server answered before. */
public class StatisticsS2CPacket implements Packet<ClientPlayPacketListener> {
    private final Map<Stat<?>, Integer> stats;

    public StatisticsS2CPacket(Map<Stat<?>, Integer> stats) {
        this.stats = stats;
    }

    public Map<Stat<?>, Integer> getStatMap() {
        return stats;
    }
}
