package net.minecraft.stat;

import net.minecraft.scoreboard.ScoreboardCriterion;

/** Double: its name is its type's and its value's, with dots in place of their colons. */
public class Stat<T> extends ScoreboardCriterion {
    public Stat(String name) {
        super(name);
    }
}
