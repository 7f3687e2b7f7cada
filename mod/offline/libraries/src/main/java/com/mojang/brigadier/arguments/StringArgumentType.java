package com.mojang.brigadier.arguments;

import com.mojang.brigadier.context.CommandContext;

/** Stands in for the real one. */
public class StringArgumentType implements ArgumentType<String> {
    public static StringArgumentType greedyString() {
        return new StringArgumentType();
    }

    public static String getString(CommandContext<?> context, String name) {
        return context.getArgument(name, String.class);
    }

    @Override
    public String takeAll(String rest) {
        return rest;
    }
}
