package com.mojang.brigadier;

/** Stands in for the real one. */
public interface Message {
    String getString();
}
