package net.minecraft.server.command;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.command.CommandSource;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.text.Text;

/** Double: who runs a command, and what is told of it. */
public class ServerCommandSource implements CommandSource {
    public final ServerPlayerEntity doublePlayer;
    /** What was told; a line that says what is wrong begins with an exclamation mark. */
    public final List<String> doubleLines;
    private final MinecraftServer server;
    private final int level;
    private final boolean silent;

    private ServerCommandSource(MinecraftServer server, ServerPlayerEntity player, int level, boolean silent, List<String> lines) {
        this.server = server;
        this.doublePlayer = player;
        this.level = level;
        this.silent = silent;
        this.doubleLines = lines;
    }

    public static ServerCommandSource doubleOf(MinecraftServer server, int level) {
        return new ServerCommandSource(server, null, level, false, new ArrayList<>());
    }

    public static ServerCommandSource doubleOf(ServerPlayerEntity player) {
        return new ServerCommandSource(player.server, player, player.doublePermission, false, new ArrayList<>());
    }

    public MinecraftServer getServer() {
        return server;
    }

    @Override
    public boolean hasPermissionLevel(int wanted) {
        return level >= wanted;
    }

    public ServerCommandSource withLevel(int now) {
        return new ServerCommandSource(server, doublePlayer, now, silent, doubleLines);
    }

    public ServerCommandSource withSilent() {
        return new ServerCommandSource(server, doublePlayer, level, true, doubleLines);
    }

    public void sendFeedback(Text text, boolean broadcast) {
        this.tell(text.getString());
    }

    public void sendError(Text text) {
        this.tell("!" + text.getString());
    }

    private void tell(String line) {
        if (!silent) {
            doubleLines.add(line);
        }
    }
}
