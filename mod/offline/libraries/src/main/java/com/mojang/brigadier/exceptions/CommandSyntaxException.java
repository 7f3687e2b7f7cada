package com.mojang.brigadier.exceptions;

/** Stands in for the real one. */
public class CommandSyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    /** Offline only. */
    public CommandSyntaxException(String message) {
        super(message);
    }
}
