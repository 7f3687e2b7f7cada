package com.mojang.serialization;

/** Stands in for the real one. */
public interface Keyable {
}
