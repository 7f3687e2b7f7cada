package com.mojang.brigadier.tree;

import com.mojang.brigadier.Command;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Stands in for the real one. */
public abstract class CommandNode<S> {
    private final String name;
    private final Map<String, CommandNode<S>> children = new TreeMap<>();
    private Command<S> command;

    CommandNode(String name, Command<S> command, Collection<CommandNode<S>> children) {
        this.name = name;
        this.command = command;
        children.forEach(this::addChild);
    }

    /** Children of the same name grow together. */
    public void addChild(CommandNode<S> child) {
        CommandNode<S> present = children.putIfAbsent(child.name, child);
        if (present != null) {
            present.command = child.command == null ? present.command : child.command;
            child.children.values().forEach(present::addChild);
        }
    }

    public String getName() {
        return name;
    }

    public Command<S> getCommand() {
        return command;
    }

    public Collection<CommandNode<S>> getChildren() {
        return children.values();
    }

    /** Offline only: how many characters of the line this node takes, or -1. */
    public abstract int take(String line, Map<String, Object> arguments);
}
