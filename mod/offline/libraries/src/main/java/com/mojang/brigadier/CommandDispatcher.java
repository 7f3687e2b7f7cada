package com.mojang.brigadier;

import com.mojang.brigadier.builder.LiteralArgumentBuilder;
import com.mojang.brigadier.context.CommandContext;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.Suggestions;
import com.mojang.brigadier.suggestion.SuggestionsBuilder;
import com.mojang.brigadier.tree.ArgumentCommandNode;
import com.mojang.brigadier.tree.CommandNode;
import com.mojang.brigadier.tree.LiteralCommandNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stands in for the real one: literals, and arguments that take the rest of the line. */
public class CommandDispatcher<S> {
    private final LiteralCommandNode<S> root = new LiteralCommandNode<>("", null, List.of());

    public LiteralCommandNode<S> register(LiteralArgumentBuilder<S> builder) {
        LiteralCommandNode<S> node = builder.build();
        root.addChild(node);
        return node;
    }

    public int execute(String line, S source) throws CommandSyntaxException {
        Map<String, Object> arguments = new HashMap<>();
        CommandNode<S> node = root;
        String rest = line;
        while (!rest.isEmpty()) {
            CommandNode<S> next = next(node, rest, arguments);
            if (next == null) {
                throw new CommandSyntaxException("Unknown or incomplete command at: " + rest);
            }
            rest = rest.substring(next.take(rest, arguments)).strip();
            node = next;
        }
        if (node.getCommand() == null) {
            throw new CommandSyntaxException("Unknown or incomplete command: " + line);
        }
        return node.getCommand().run(new CommandContext<>(source, arguments));
    }

    private static <S> CommandNode<S> next(CommandNode<S> node, String rest, Map<String, Object> arguments) {
        CommandNode<S> argument = null;
        for (CommandNode<S> child : node.getChildren()) {
            if (child instanceof ArgumentCommandNode) {
                argument = child;
            } else if (child.take(rest, arguments) >= 0) {
                return child;
            }
        }
        return argument;
    }

    /**
     * Offline only: what {@code findAmbiguities} tells of: an argument that takes the rest of the line also takes what a
     * literal beside it does, and what another such argument does.
     */
    public List<String> ambiguities() {
        return ambiguities(root, "");
    }

    private static <S> List<String> ambiguities(CommandNode<S> node, String path) {
        List<String> found = new ArrayList<>();
        for (CommandNode<S> child : node.getChildren()) {
            for (CommandNode<S> sibling : node.getChildren()) {
                if (child != sibling && sibling instanceof ArgumentCommandNode) {
                    found.add(path + " [" + child.getName() + "] and [" + sibling.getName() + "]");
                }
            }
            found.addAll(ambiguities(child, path + " " + child.getName()));
        }
        return found;
    }

    /** Offline only: what the argument under the end of the line suggests, or null. */
    public Suggestions suggestionsAt(String line, S source) throws CommandSyntaxException {
        Map<String, Object> arguments = new HashMap<>();
        CommandNode<S> node = root;
        String rest = line;
        while (true) {
            CommandNode<S> next = next(node, rest, arguments);
            if (next instanceof ArgumentCommandNode<S, ?> argument) {
                SuggestionsBuilder builder = new SuggestionsBuilder(line, line.length() - rest.length());
                return argument.getCustomSuggestions() == null ? null
                    : argument.getCustomSuggestions().getSuggestions(new CommandContext<>(source, arguments), builder).join();
            }
            if (next == null) {
                return null;
            }
            rest = rest.substring(next.take(rest, arguments)).stripLeading();
            node = next;
        }
    }
}
