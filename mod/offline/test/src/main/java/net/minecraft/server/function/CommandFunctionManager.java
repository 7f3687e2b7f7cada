package net.minecraft.server.function;

import net.minecraft.server.MinecraftServer;

/** Double: counts. */
public class CommandFunctionManager {
    private final MinecraftServer server;
    public int doubleTicks;

    public CommandFunctionManager(MinecraftServer server) {
        this.server = server;
    }

    public void tick() {
        doubleTicks++;
    }

    public MinecraftServer doubleServer() {
        return server;
    }
}
