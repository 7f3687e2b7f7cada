package net.minecraft.scoreboard;

/** Double: a name. */
public class ScoreboardCriterion {
    private final String name;

    public ScoreboardCriterion(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
