package anima.gametest;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.host.EmbeddedWorld;
import java.util.List;
import net.minecraft.client.MinecraftClient;

/** The test mod's sequences in the client's double, whose world is the one that their traces are from. */
public final class InDouble implements AutoCloseable {
    private static final int LIMIT = 10_000;

    private final MinecraftClient client;
    private final Runner runner;
    private EmbeddedWorld world;

    /** Some of them, in this order, with the trace of the first one changed: its text before and after. */
    public InDouble(MinecraftClient client, List<String> names, String before, String after) {
        this.client = client;
        Flat.join(client);
        List<Sequence> sequences = names.stream().map(name -> {
            String trace = Sequence.read(name + ".tsv");
            if (name.equals(names.get(0)) && !trace.contains(before)) {
                throw new AssertionError(name + ".tsv has no " + before);
            }
            return Sequence.of(name, Sequence.read(name + ".json"), name.equals(names.get(0)) ? trace.replace(before, after) : trace);
        }).toList();
        runner = new Runner(client, sequences, this::set);
    }

    /** All of them. */
    public static List<String> names() {
        return Sequence.read("list.txt").lines().toList();
    }

    /** The rows of a trace, without those that say what it is. */
    public static List<String> rows(String name) {
        return Sequence.read(name + ".tsv").lines().filter(line -> !line.startsWith("#")).toList();
    }

    /** The file of a sequence, from which its world is made. */
    public static String text(String name) {
        return Sequence.read(name + ".json");
    }

    private void set(Attempt attempt) {
        close();
        client.world.doubleTick = () -> { }; // The scene before goes on no longer.
        world = EmbeddedWorld.sequence(attempt.sequence().text());
        new EmbeddedGame(world, client);
    }

    /** A tick of the client. */
    public void tick() {
        client.tick();
        runner.tickEnded();
    }

    /** Plays to the end. */
    public String play() {
        for (int i = 0; i < LIMIT && !runner.isDone(); i++) {
            tick();
        }
        return report();
    }

    /** What the player would send back. */
    public String report() {
        return Report.of(List.of("mod anima"), runner.attempts());
    }

    /** Whether the game would end with 0. */
    public boolean isGood() {
        return Report.isGood(runner.attempts());
    }

    @Override
    public void close() {
        if (world != null) {
            world.close();
            world = null;
        }
    }
}
