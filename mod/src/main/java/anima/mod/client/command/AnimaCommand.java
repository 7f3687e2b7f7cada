package anima.mod.client.command;

import anima.mod.Log;
import anima.mod.bridge.Console;
import anima.mod.bridge.Body;
import anima.mod.client.hud.Notices;
import anima.mod.server.ServerRules;
import com.mojang.brigadier.Command;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.arguments.StringArgumentType;
import com.mojang.brigadier.builder.ArgumentBuilder;
import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import net.fabricmc.fabric.api.client.command.v2.ClientCommandManager;
import net.fabricmc.fabric.api.client.command.v2.FabricClientCommandSource;

/**
 * {@code /anima}, on any server: the client looks at it before a line leaves.
 *
 * <p>What there is to say, and what it means, is known on the native side only.
 */
public final class AnimaCommand {
    private static final String ROOT = "anima";
    private static final String DOCTOR = "doctor";

    private final Body body;
    private final Runnable typed;
    private final BooleanSupplier isEntered;

    /**
     * Makes the commands that a body serves.
     *
     * @param typed is run after each command, which may have changed settings
     * @param isEntered whether the player's own keyboard sent the line that runs now
     */
    public AnimaCommand(Body body, Runnable typed, BooleanSupplier isEntered) {
        this.body = body;
        this.typed = typed;
        this.isEntered = isEntered;
    }

    /** Adds the commands that are served; without one of them help is given. */
    public void register(CommandDispatcher<FabricClientCommandSource> dispatcher) {
        LiteralArgumentBuilder<FabricClientCommandSource> root = ClientCommandManager.literal(ROOT);
        root.executes(context -> this.run(context.getSource(), "help"));
        Map<String, List<Console.Command>> byWord = this.body.console().commands().stream()
            .collect(Collectors.groupingBy(command -> command.name().split(" ")[0], TreeMap::new, Collectors.toList()));
        byWord.forEach((word, commands) -> root.then(this.branch(word, commands)));
        dispatcher.register(root);
    }

    /** Adds a command that says why there are none, whatever is typed after it. */
    public static void registerFailure(CommandDispatcher<FabricClientCommandSource> dispatcher, String why) {
        Command<FabricClientCommandSource> explain = context -> {
            context.getSource().sendError(Notices.text(new Console.Line(Console.Tone.BAD, why)));
            return 0;
        };
        dispatcher.register(ClientCommandManager.literal(ROOT).executes(explain)
            .then(ClientCommandManager.argument("command", StringArgumentType.greedyString()).executes(explain)));
    }

    /**
     * The commands that begin with a word. All that may follow it is one argument, which the native side reads: a literal
     * beside an argument, as in {@code do now} and {@code do <goal>}, is ambiguous to Brigadier.
     */
    private ArgumentBuilder<FabricClientCommandSource, ?> branch(String word, List<Console.Command> commands) {
        LiteralArgumentBuilder<FabricClientCommandSource> branch = ClientCommandManager.literal(word)
            .executes(context -> this.run(context.getSource(), word));
        Optional<String> argument = commands.stream().map(Console.Command::argument).filter(name -> !name.isEmpty()).findFirst();
        if (argument.isEmpty() && commands.size() == 1) {
            return branch;
        }
        String name = argument.orElse("rest").replaceAll("[\\[\\]]", "");
        return branch.then(ClientCommandManager.argument(name, StringArgumentType.greedyString())
            .suggests((context, builder) -> this.suggest(builder))
            .executes(context -> this.run(context.getSource(), word + " " + StringArgumentType.getString(context, name))));
    }

    private int run(FabricClientCommandSource source, String line) {
        if (!this.isEntered.getAsBoolean()) { // A click on a line in the chat runs a command, too, whoever wrote that line.
            source.sendError(Notices.text(new Console.Line(Console.Tone.BAD, "Anima obeys your keyboard only, not a click: type /anima " + line)));
            return 0;
        }
        List<Console.Line> answers = new ArrayList<>();
        try {
            answers.addAll(this.body.console().run(line));
            if (line.equals(DOCTOR) && ServerRules.problem() != null) { // Those of the server in this game.
                answers.add(new Console.Line(Console.Tone.BAD, ServerRules.problem()));
            }
            this.typed.run();
        } catch (RuntimeException | LinkageError e) { // A mistake of ours; the game would only say that something failed.
            answers.add(new Console.Line(Console.Tone.BAD, "Anima made a mistake: " + e.getMessage()));
        }
        int worked = 1;
        for (Console.Line answer : answers) {
            if (answer.tone() == Console.Tone.BAD) {
                worked = 0;
                source.sendError(Notices.text(answer));
            } else {
                source.sendFeedback(Notices.text(answer));
            }
        }
        return worked;
    }

    private CompletableFuture<Suggestions> suggest(SuggestionsBuilder builder) {
        String input = builder.getInput();
        int start = input.indexOf(ROOT + " ") + ROOT.length() + 1;
        Console.Suggestions found;
        try {
            found = this.body.console().suggest(input.substring(start));
        } catch (RuntimeException | LinkageError e) { // The game asks while the player types, and would not survive it.
            Log.error("Anima made a mistake: " + e.getMessage(), e);
            return builder.buildFuture();
        }
        SuggestionsBuilder texts = builder.createOffset(start + found.start());
        found.texts().forEach(texts::suggest);
        return texts.buildFuture();
    }
}
