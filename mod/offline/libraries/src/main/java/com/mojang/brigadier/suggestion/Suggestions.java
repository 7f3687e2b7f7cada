package com.mojang.brigadier.suggestion;

import java.util.List;

/** Stands in for the real one. */
public class Suggestions {
    private final int start;
    private final List<String> texts;

    /** Offline only. */
    public Suggestions(int start, List<String> texts) {
        this.start = start;
        this.texts = texts;
    }

    /** Offline only: where in the line the texts begin. */
    public int start() {
        return start;
    }

    /** Offline only: the texts. */
    public List<String> texts() {
        return texts;
    }
}
