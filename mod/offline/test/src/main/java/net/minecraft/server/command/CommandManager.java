package net.minecraft.server.command;

import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.arguments.StringArgumentType;
import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.builder.RequiredArgumentBuilder;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import net.minecraft.server.MinecraftServer;
import net.minecraft.world.Difficulty;

/**
 * Double: what a command comes to is a test's, but for those of the game that suites use, with their results:
 * {@code /gamerule} (a rule as a number), {@code /difficulty} (a failure to set the one that is set), {@code /give}; the others
 * that bodies run are only noted.
 */
public class CommandManager {
    private static final List<String> OF_BODIES = List.of("clear", "effect", "fill", "item", "spawnpoint", "summon", "tp");

    public ToIntFunction<String> doubleRuns;
    /** What was run by the dispatcher, each behind whose body ran it. */
    public final List<String> doubleRan = new ArrayList<>();
    /** A command that is refused, as that of an item which a server does not have; null for none. */
    public String doubleRefuses;
    private final CommandDispatcher<ServerCommandSource> dispatcher = new CommandDispatcher<>();

    public CommandManager() {
        this.add("gamerule", CommandManager::gameRule);
        this.add("difficulty", CommandManager::difficulty);
        this.add("give", CommandManager::give);
        OF_BODIES.forEach(word -> this.add(word, (source, words) -> 1));
    }

    private interface Command {
        int run(ServerCommandSource source, List<String> words) throws CommandSyntaxException;
    }

    private void add(String word, Command command) {
        LiteralArgumentBuilder<ServerCommandSource> root = LiteralArgumentBuilder.literal(word);
        root.executes(context -> run(word, command, context.getSource(), ""));
        RequiredArgumentBuilder<ServerCommandSource, String> rest = RequiredArgumentBuilder.argument("rest", StringArgumentType.greedyString());
        rest.executes(context -> run(word, command, context.getSource(), StringArgumentType.getString(context, "rest")));
        dispatcher.register(root.then(rest));
    }

    private int run(String word, Command command, ServerCommandSource source, String rest) throws CommandSyntaxException {
        if (!source.hasPermissionLevel(2) || word.equals(doubleRefuses)) {
            throw new CommandSyntaxException("Unknown or incomplete command: " + word);
        }
        String who = source.doublePlayer == null ? "" : source.doublePlayer.doubleProfile.getName() + ": ";
        doubleRan.add(who + (word + " " + rest).strip());
        return command.run(source, rest.isEmpty() ? List.of() : List.of(rest.split(" ")));
    }

    private static int gameRule(ServerCommandSource source, List<String> words) throws CommandSyntaxException {
        Map<String, String> rules = source.getServer().doubleRules;
        if (!rules.containsKey(words.get(0))) {
            throw new CommandSyntaxException("Incorrect argument for command: " + words.get(0));
        }
        if (words.size() > 1) {
            rules.put(words.get(0), words.get(1));
        }
        String value = rules.get(words.get(0));
        return value.matches("-?\\d+") ? Integer.parseInt(value) : value.equals("true") ? 1 : 0;
    }

    private static int difficulty(ServerCommandSource source, List<String> words) throws CommandSyntaxException {
        MinecraftServer server = source.getServer();
        Difficulty wanted = Difficulty.valueOf(words.get(0).toUpperCase(Locale.ROOT));
        if (server.getOverworld().doubleDifficulty == wanted) {
            throw new CommandSyntaxException("The difficulty did not change; it is already set to " + words.get(0));
        }
        server.doubleWorlds.forEach(world -> world.doubleDifficulty = wanted);
        return 0;
    }

    private static int give(ServerCommandSource source, List<String> words) throws CommandSyntaxException {
        if (!words.get(0).equals("@s") || source.doublePlayer == null) {
            throw new CommandSyntaxException("No player was found");
        }
        return source.doublePlayer.doubleGame.operate("give " + words.get(1) + " " + words.get(2)) ? 1 : 0;
    }

    public CommandDispatcher<ServerCommandSource> getDispatcher() {
        return dispatcher;
    }

    public int executeWithPrefix(ServerCommandSource source, String command) {
        return doubleRuns.applyAsInt(command);
    }
}
