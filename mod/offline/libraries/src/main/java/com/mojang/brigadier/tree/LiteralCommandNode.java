package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import java.util.Collection;
import java.util.Map;

/** Stands in for the real one. */
public class LiteralCommandNode<S> extends CommandNode<S> {
    /** Offline only. */
    public LiteralCommandNode(String name, Command<S> command, Collection<CommandNode<S>> children) {
        super(name, command, children);
    }

    @Override
    public int take(String line, Map<String, Object> arguments) {
        return line.equals(getName()) || line.startsWith(getName() + " ") ? getName().length() : -1;
    }
}
