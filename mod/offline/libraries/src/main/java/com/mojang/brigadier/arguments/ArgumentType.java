package com.mojang.brigadier.arguments;

/** Stands in for the real one; offline an argument takes the rest of the line. */
public interface ArgumentType<T> {
    /** Offline only. */
    T takeAll(String rest);
}
