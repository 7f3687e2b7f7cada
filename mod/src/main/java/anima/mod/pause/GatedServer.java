package anima.mod.pause;

/** What every {@code MinecraftServer} is, integrated or dedicated: its worlds tick through a gate. */
public interface GatedServer {
    /** The gate of this server. */
    TickGate anima$tickGate();

    /** Whether the worlds of a server stand still in the tick at work. */
    static boolean isStill(Object server) {
        return server instanceof GatedServer gated && gated.anima$tickGate().isClosed();
    }
}
