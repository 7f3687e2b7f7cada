package net.minecraft.server.command;

import java.util.function.ToIntFunction;

/** Double: what a command comes to is a test's. */
public class CommandManager {
    public ToIntFunction<String> doubleRuns;

    public int executeWithPrefix(ServerCommandSource source, String command) {
        return doubleRuns.applyAsInt(command);
    }
}
