package com.mojang.brigadier.suggestion;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stands in for the real one. */
public class SuggestionsBuilder {
    private final String input;
    private final int start;
    private final List<String> texts = new ArrayList<>();

    public SuggestionsBuilder(String input, int start) {
        this.input = input;
        this.start = start;
    }

    public String getInput() {
        return input;
    }

    public SuggestionsBuilder createOffset(int start) {
        return new SuggestionsBuilder(input, start);
    }

    public SuggestionsBuilder suggest(String text) {
        texts.add(text);
        return this;
    }

    public CompletableFuture<Suggestions> buildFuture() {
        return CompletableFuture.completedFuture(new Suggestions(start, texts));
    }
}
