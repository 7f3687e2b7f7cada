package com.mojang.brigadier.context;

import java.util.Map;

/** Stands in for the real one. */
public class CommandContext<S> {
    private final S source;
    private final Map<String, Object> arguments;

    /** Offline only. */
    public CommandContext(S source, Map<String, Object> arguments) {
        this.source = source;
        this.arguments = arguments;
    }

    public S getSource() {
        return source;
    }

    public <V> V getArgument(String name, Class<V> type) {
        Object value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException("No such argument '" + name + "' exists on this command");
        }
        return type.cast(value);
    }
}
