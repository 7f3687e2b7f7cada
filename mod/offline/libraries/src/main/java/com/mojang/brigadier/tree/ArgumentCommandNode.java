package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.arguments.ArgumentType;
import com.mojang.brigadier.suggestion.SuggestionProvider;
import java.util.Collection;
import java.util.Map;

/** Stands in for the real one. */
public class ArgumentCommandNode<S, T> extends CommandNode<S> {
    private final ArgumentType<T> type;
    private final SuggestionProvider<S> suggestions;

    /** Offline only. */
    public ArgumentCommandNode(String name, ArgumentType<T> type, Command<S> command, Collection<CommandNode<S>> children, SuggestionProvider<S> suggestions) {
        super(name, command, children);
        this.type = type;
        this.suggestions = suggestions;
    }

    public SuggestionProvider<S> getCustomSuggestions() {
        return suggestions;
    }

    @Override
    public int take(String line, Map<String, Object> arguments) {
        arguments.put(getName(), type.takeAll(line));
        return line.length();
    }
}
