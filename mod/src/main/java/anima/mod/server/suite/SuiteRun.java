package anima.mod.server.suite;

import anima.mod.Log;
import anima.mod.bridge.Body;
import anima.mod.bridge.Suite;
import anima.mod.server.body.BodyPlay;
import anima.mod.server.body.PlayedServer;
import anima.mod.server.body.ServerBody;
import anima.mod.server.body.ServerPlay;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.WorldSavePath;
import net.minecraft.util.math.ChunkPos;

/** The hands of a suite in a server: carries out what it orders, at the start of each server tick. */
final class SuiteRun implements Suite.Operator {
    /** What bodies may do: all that an operator may. */
    private static final int LEVEL = 4;

    private final MinecraftServer server;
    private final ServerWorld world;
    private final Suite suite;
    /** The bodies' host; null where a world is only set back. */
    private final ServerPlay play;
    private final Places places;
    private final Consumer<String> tell;
    private final Map<Integer, Slot> slots = new TreeMap<>();

    /** A body, and where the land is kept loaded for it. */
    private record Slot(BodyPlay body, UUID id, ChunkPos place) {
    }

    SuiteRun(MinecraftServer server, Suite suite, ServerPlay play, Consumer<String> tell) {
        this.server = server;
        this.world = server.getOverworld();
        this.suite = suite;
        this.play = play;
        this.places = new Places(this.world, server.getPlayerManager().getViewDistance());
        this.tell = tell;
        ((PlayedServer) server).anima$setPlay(play);
    }

    Suite suite() {
        return this.suite;
    }

    MinecraftServer server() {
        return this.server;
    }

    /** Carries out what is to be done at the start of a tick. Returns whether everything is done, for good. */
    boolean tick() {
        if (this.play != null) {
            List<BodyPlay> there = this.play.bodies();
            for (Map.Entry<Integer, Slot> slot : Map.copyOf(this.slots).entrySet()) {
                if (!there.contains(slot.getValue().body())) {
                    this.suite.lost(slot.getKey(), "its body was taken out of the game; the log says why");
                }
            }
        }
        return this.suite.carryOut(this);
    }

    /** Ends it: no body, no ticket and no agent is left. What the world was set to is not set back by this. */
    void close() {
        this.places.letGoOfAll();
        ((PlayedServer) this.server).anima$setPlay(null);
        if (this.play != null) {
            this.play.close();
        }
        this.slots.values().forEach(slot -> this.forget(slot.id()));
        this.slots.clear();
        this.suite.close();
    }

    private long run(ServerCommandSource source, String line) throws Suite.Refused {
        try {
            return this.server.getCommandManager().getDispatcher().execute(line, source);
        } catch (CommandSyntaxException | RuntimeException e) { // Commands of other mods may throw anything.
            throw new Suite.Refused(e.getMessage());
        }
    }

    @Override
    public long command(String line) throws Suite.Refused {
        return this.run(this.server.getCommandSource().withSilent(), line);
    }

    @Override
    public long command(int slot, String line) throws Suite.Refused {
        ServerPlayerEntity player = this.slots.get(slot).body().body().player();
        return this.run(player.getCommandSource().withLevel(LEVEL).withSilent(), line);
    }

    @Override
    public long difficulty() {
        return this.world.getDifficulty().getId();
    }

    @Override
    public void time(long time) {
        this.world.setTimeOfDay(time);
    }

    @Override
    public void weather(boolean rains, boolean thunders, int ticks) {
        this.world.setWeather(rains ? 0 : ticks, rains ? ticks : 0, rains, thunders);
    }

    @Override
    public long look(int chunkX, int chunkZ, String[] biomes) throws Suite.Refused {
        return this.places.look(new ChunkPos(chunkX, chunkZ), biomes);
    }

    @Override
    public Body join(int slot, String name, int x, int y, int z) {
        this.forget(ServerBody.idOf(name));
        BodyPlay body = this.play.add(name, this.world, x + 0.5, y, z + 0.5);
        this.slots.put(slot, new Slot(body, ServerBody.idOf(name), new ChunkPos(x >> 4, z >> 4)));
        this.play.show(); // It enters its world.
        return body.agent();
    }

    @Override
    public void letGo(int slot) {
        this.places.letGo(this.slots.get(slot).place());
    }

    @Override
    public void count(int slot) {
        this.slots.get(slot).body().body().deeds().askStatistics();
    }

    @Override
    public void leave(int slot) {
        Slot gone = this.slots.remove(slot);
        if (gone != null) {
            this.places.letGo(gone.place());
            this.play.remove(gone.body());
            this.forget(gone.id());
        }
    }

    @Override
    public void say(String text) {
        Log.info("Anima: " + text);
        this.tell.accept(text);
    }

    /** Removes what the server keeps of a body, whose name no account can have: each game begins as nobody's. */
    private void forget(UUID id) {
        Path save = this.server.getSavePath(WorldSavePath.ROOT);
        for (String file : List.of("playerdata/" + id + ".dat", "playerdata/" + id + ".dat_old", "stats/" + id + ".json", "advancements/" + id + ".json")) {
            try {
                Files.deleteIfExists(save.resolve(file));
            } catch (IOException e) {
                Log.warn("Anima: what the server keeps of a body cannot be removed: " + e.getMessage());
            }
        }
    }
}
