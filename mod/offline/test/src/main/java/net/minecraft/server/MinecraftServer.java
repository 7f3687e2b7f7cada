package net.minecraft.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.minecraft.server.command.CommandManager;
import net.minecraft.server.command.CommandOutput;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.function.CommandFunctionManager;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.Util;
import net.minecraft.util.WorldSavePath;
import net.minecraft.util.thread.ReentrantThreadExecutor;

/** Double: the part of a tick that the mod touches, in the game's order. */
public abstract class MinecraftServer extends ReentrantThreadExecutor<ServerTask> implements CommandOutput, AutoCloseable {
    private int ticks;
    private long timeReference = Long.MAX_VALUE - 1_000_000;
    private final PlayerManager playerManager = new PlayerManager() {
    };
    private final CommandManager commandManager = new CommandManager();
    private final CommandFunctionManager commandFunctionManager = new CommandFunctionManager(this);
    public final List<ServerWorld> doubleWorlds = new ArrayList<>();
    public final List<Runnable> doubleNetwork = new ArrayList<>();
    public final List<Runnable> doubleTasks = new ArrayList<>();
    public int doubleSaves;
    public int doubleEntityIds;
    public Path doubleSave = Path.of("saves", "New World");
    public final Map<String, String> doubleRules = new TreeMap<>();

    public void tick(BooleanSupplier shouldKeepTicking) {
        for (Runnable task : List.copyOf(doubleTasks)) {
            doubleTasks.remove(task);
            task.run();
        }
        ticks++;
        timeReference += 50; // MinecraftServer.runServer
        ServerTickEvents.START_SERVER_TICK.invoker().onStartTick(this); // Fabric's injection, before tickWorlds.
        tickWorlds(shouldKeepTicking);
        if (ticks % 6000 == 0) {
            saveAll(true, false, false);
        }
        ServerTickEvents.END_SERVER_TICK.invoker().onEndTick(this); // Fabric's injection, at the tail.
    }

    /** Milliseconds until its next tick is due. */
    public long doubleDueIn() {
        return timeReference - Util.getMeasuringTimeMs();
    }

    public ServerWorld getOverworld() {
        return doubleWorlds.get(0);
    }

    protected void tickWorlds(BooleanSupplier shouldKeepTicking) {
        commandFunctionManager.tick();
        doubleWorlds.forEach(world -> world.tick(shouldKeepTicking));
        doubleNetwork.forEach(Runnable::run);
    }

    public boolean saveAll(boolean suppressLogs, boolean flush, boolean force) {
        doubleSaves++;
        return true;
    }

    public Path getSavePath(WorldSavePath path) {
        return doubleSave.resolve(path.doublePath);
    }

    public int getTicks() {
        return ticks;
    }

    public int getCurrentPlayerCount() {
        return playerManager.doublePlayers.size();
    }

    public CommandManager getCommandManager() {
        return commandManager;
    }

    public ServerCommandSource getCommandSource() {
        return ServerCommandSource.doubleOf(this, 4);
    }

    public PlayerManager getPlayerManager() {
        return playerManager;
    }

    @Override
    public void execute(Runnable task) {
        doubleTasks.add(task);
    }

    @Override
    public void close() {
    }

    public CommandFunctionManager doubleFunctions() {
        return commandFunctionManager;
    }
}
