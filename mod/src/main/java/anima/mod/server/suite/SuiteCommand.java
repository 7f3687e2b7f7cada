package anima.mod.server.suite;

import anima.mod.Log;
import anima.mod.PlainText;
import anima.mod.bridge.Suite;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.arguments.StringArgumentType;
import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.builder.RequiredArgumentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.minecraft.server.command.ServerCommandSource;
import net.minecraft.text.Text;

/** {@code /anima-suite}: plays suites on a server. */
public final class SuiteCommand {
    private static final String ROOT = "anima-suite";
    private static final int LEVEL = 4;
    private static final int AT_ONCE = 4;
    private static final int MOST_AT_ONCE = 64;
    private static final String WITH_PLAYERS = "--with-players";
    private static final String WARP = "--warp";
    private static final String BODIES = "--at-once";
    private static final String USAGE =
        "list | run SUITE [GAMES] [--at-once N] [--warp] [--with-players] | status | stop | resume [RUN] [--with-players] | report [RUN]";

    private final Suites suites;

    /** Makes the command for some suites. */
    public SuiteCommand(Suites suites) {
        this.suites = suites;
    }

    private interface Action {
        /** What is told, line by line. */
        List<String> run(ServerCommandSource source, List<String> words) throws Suites.Refusal;
    }

    /** Adds the command. */
    public void register(CommandDispatcher<ServerCommandSource> dispatcher) {
        LiteralArgumentBuilder<ServerCommandSource> root = LiteralArgumentBuilder.literal(ROOT);
        root.executes(context -> run(context.getSource(), "", (source, words) -> List.of("/" + ROOT + " " + USAGE)));
        this.add(root, "list", (source, words) -> Suites.list());
        this.add(root, "run", this::begin);
        this.add(root, "status", (source, words) -> this.suites.status());
        this.add(root, "stop", (source, words) -> {
            this.suites.stop();
            return List.of("the suite ends");
        });
        this.add(root, "resume", this::resume);
        this.add(root, "report", (source, words) -> List.of("the page is " + this.suites.report(named(words, "report"))));
        dispatcher.register(root);
    }

    private void add(LiteralArgumentBuilder<ServerCommandSource> root, String word, Action action) {
        LiteralArgumentBuilder<ServerCommandSource> branch = LiteralArgumentBuilder.literal(word);
        branch.executes(context -> run(context.getSource(), "", action));
        RequiredArgumentBuilder<ServerCommandSource, String> rest = RequiredArgumentBuilder.argument("words", StringArgumentType.greedyString());
        rest.executes(context -> run(context.getSource(), StringArgumentType.getString(context, "words"), action));
        root.then(branch.then(rest));
    }

    /** Whoever may not is told so, rather than that there is no such command. */
    private static int run(ServerCommandSource source, String rest, Action action) {
        if (!source.hasPermissionLevel(LEVEL)) {
            source.sendError(Text.literal("/" + ROOT + " takes permission level " + LEVEL + ", an owner's"));
            return 0;
        }
        try {
            List<String> words = rest.isBlank() ? List.of() : List.of(rest.strip().split("\\s+"));
            action.run(source, words).forEach(feedback(source));
            return 1;
        } catch (Suites.Refusal e) {
            source.sendError(Text.literal(PlainText.of(e.getMessage())));
        } catch (RuntimeException | LinkageError e) { // The game would only say that something failed.
            Log.error("Anima made a mistake: " + e.getMessage(), e);
            source.sendError(Text.literal(PlainText.of("Anima made a mistake: " + e.getMessage())));
        }
        return 0;
    }

    private static Consumer<String> feedback(ServerCommandSource source) {
        return text -> source.sendFeedback(Text.literal(PlainText.of(text)), false);
    }

    private List<String> begin(ServerCommandSource source, List<String> words) throws Suites.Refusal {
        List<String> names = new ArrayList<>();
        int atOnce = AT_ONCE;
        boolean warp = false;
        boolean withPlayers = false;
        for (int at = 0; at < words.size(); at++) {
            switch (words.get(at)) {
                case WITH_PLAYERS -> withPlayers = true;
                case WARP -> warp = true;
                case BODIES -> atOnce = number(BODIES, ++at < words.size() ? words.get(at) : "", MOST_AT_ONCE);
                default -> names.add(words.get(at));
            }
        }
        if (names.isEmpty() || names.size() > 2) {
            throw new Suites.Refusal("/" + ROOT + " run takes a suite and how many games of each task: /" + ROOT + " " + USAGE);
        }
        int games = names.size() == 1 ? 0 : number("GAMES", names.get(1), 1_000_000);
        String run = this.suites.run(source.getServer(), names.get(0), new Suite.Options(games, atOnce, warp), withPlayers, feedback(source));
        return List.of(run + " begins; /" + ROOT + " status says how it stands");
    }

    private List<String> resume(ServerCommandSource source, List<String> words) throws Suites.Refusal {
        List<String> names = words.stream().filter(word -> !word.equals(WITH_PLAYERS)).toList();
        String run = this.suites.resume(
            source.getServer(), named(names, "resume"), names.size() < words.size(), feedback(source));
        return List.of(run + " goes on; /" + ROOT + " status says how it stands");
    }

    /** The name of a run; empty for the newest. */
    private static String named(List<String> words, String what) throws Suites.Refusal {
        if (words.size() > 1) {
            throw new Suites.Refusal("/" + ROOT + " " + what + " takes the name of one run, that of its folder in anima-runs, or none for the newest");
        }
        return words.isEmpty() ? "" : words.get(0);
    }

    private static int number(String what, String text, int most) throws Suites.Refusal {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new Suites.Refusal(what + " must be a number from 1 to " + most + ", not " + PlainText.of(text));
    }
}
