package anima.mod.server.body;

import net.minecraft.server.MinecraftServer;
import net.minecraft.server.world.ServerWorld;

/** What every {@code MinecraftServer} is: bodies may play in it. */
public interface PlayedServer {
    /** Who plays; null while no suite is played. */
    ServerPlay anima$play();

    /** Sets who plays, null for nobody. */
    void anima$setPlay(ServerPlay play);

    /** Lets the next tick begin at once, but for a moment in which chunks come. */
    void anima$hurry();

    /** Who plays in a world's server; null while no suite is played. */
    static ServerPlay playIn(ServerWorld world) {
        return world.getServer() instanceof PlayedServer played ? played.anima$play() : null;
    }

    /** How many of those on line are people. */
    static int people(MinecraftServer server) {
        ServerPlay play = ((PlayedServer) server).anima$play();
        return server.getCurrentPlayerCount() - (play == null ? 0 : play.bodies().size());
    }
}
