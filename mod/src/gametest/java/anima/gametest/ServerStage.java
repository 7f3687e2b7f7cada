package anima.gametest;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.minecraft.client.MinecraftClient;
import net.minecraft.server.MinecraftServer;

/** Makes scenes in the world of a single player by commands of its server, high above the land. */
final class ServerStage implements Consumer<Attempt> {
    /** Only what a sequence does may happen; the last ones empty the place and the pockets. Some have nothing to do. */
    private static final List<String> FIRST = List.of(
        "difficulty normal", "gamemode survival @a",
        "gamerule randomTickSpeed 0", "gamerule doMobSpawning false", "gamerule doDaylightCycle false", "gamerule doWeatherCycle false",
        "gamerule doInsomnia false", "gamerule doTraderSpawning false", "gamerule doPatrolSpawning false",
        "gamerule keepInventory false", "gamerule doImmediateRespawn false", "gamerule spawnRadius 0",
        "time set 6000", "weather clear",
        "forceload add -16 -16 15 15",
        "fill -16 190 -16 15 219 15 air", "fill -16 220 -16 15 249 15 air", "kill @e[type=!player]",
        "clear @a", "effect clear @a", "effect give @a instant_health 1 10");

    private final MinecraftClient client;

    ServerStage(MinecraftClient client) {
        this.client = client;
    }

    @Override
    public void accept(Attempt attempt) {
        MinecraftServer server = this.client.getServer();
        double[] at = attempt.sequence().start();
        List<String> last = List.of(
            "setworldspawn " + (int) Math.floor(at[0]) + " " + (int) Math.floor(at[1]) + " " + (int) Math.floor(at[2]),
            "tp @a " + at[0] + " " + at[1] + " " + at[2] + " " + at[3] + " " + at[4]);
        server.execute(() -> { // All in one tick of the server.
            FIRST.forEach(command -> run(server, command));
            Stream.concat(attempt.sequence().commands().stream(), last.stream()).filter(command -> !run(server, command))
                .forEach(command -> attempt.note("the command \"" + command + "\" did nothing"));
        });
    }

    /** Whether it did something. */
    private static boolean run(MinecraftServer server, String command) {
        return server.getCommandManager().executeWithPrefix(server.getCommandSource(), command) > 0;
    }
}
