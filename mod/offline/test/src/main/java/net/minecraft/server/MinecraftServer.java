package net.minecraft.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.minecraft.server.command.CommandManager;
import net.minecraft.server.command.CommandOutput;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.server.function.CommandFunctionManager;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.WorldSavePath;
import net.minecraft.util.thread.ReentrantThreadExecutor;

/** Double: the part of a tick that the mod touches, in the game's order. */
public abstract class MinecraftServer extends ReentrantThreadExecutor<ServerTask> implements CommandOutput, AutoCloseable {
    private int ticks;
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

    public void tick(BooleanSupplier shouldKeepTicking) {
        for (Runnable task : List.copyOf(doubleTasks)) {
            doubleTasks.remove(task);
            task.run();
        }
        ticks++;
        ServerTickEvents.START_SERVER_TICK.invoker().onStartTick(this); // Fabric's injection, before tickWorlds.
        tickWorlds(shouldKeepTicking);
        if (ticks % 6000 == 0) {
            saveAll(true, false, false);
        }
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
        return new ServerCommandSource() {
        };
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
