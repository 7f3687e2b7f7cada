package com.mojang.brigadier.builder;

import com.mojang.brigadier.Command;
import com.mojang.brigadier.tree.CommandNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Stands in for the real one. */
public abstract class ArgumentBuilder<S, T extends ArgumentBuilder<S, T>> {
    private final List<CommandNode<S>> children = new ArrayList<>();
    private Command<S> command;

    protected abstract T getThis();

    public T then(ArgumentBuilder<S, ?> argument) {
        children.add(argument.build());
        return getThis();
    }

    public T executes(Command<S> command) {
        this.command = command;
        return getThis();
    }

    public Command<S> getCommand() {
        return command;
    }

    public Collection<CommandNode<S>> getArguments() {
        return children;
    }

    public abstract CommandNode<S> build();
}
