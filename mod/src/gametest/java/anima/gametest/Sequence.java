package anima.gametest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.minecraft.util.math.BlockPos;

/**
 * A scene, what the hands do in it, and the trace that Anima's own world gives of it.
 *
 * @param text the file that the scene and the steps are from
 * @param start x, y and z of the feet, yaw, pitch; also the world's spawn
 * @param commands what draws the scene and fills the pockets
 * @param watched blocks that are compared in every tick
 * @param steps what is done
 * @param trace its first row is what there is before the first step; then one for each tick, and for the end of each wait
 */
record Sequence(String name, String text, double[] start, List<String> commands, List<BlockPos> watched, List<Step> steps, List<Row> trace) {
    private static final String FOLDER = "/sequences/";

    /** Those of this jar, in the order in which they are played. */
    static List<Sequence> all() {
        return read("list.txt").lines().map(name -> of(name, read(name + ".json"), read(name + ".tsv"))).toList();
    }

    static Sequence of(String name, String text, String trace) {
        try {
            JsonObject json = JsonParser.parseString(text).getAsJsonObject();
            JsonObject start = json.getAsJsonObject("start");
            JsonArray pos = start.getAsJsonArray("pos");
            double[] from = {
                pos.get(0).getAsDouble(), pos.get(1).getAsDouble(), pos.get(2).getAsDouble(),
                start.get("yaw").getAsDouble(), start.get("pitch").getAsDouble()
            };
            List<String> commands = new ArrayList<>();
            json.getAsJsonArray("commands").forEach(command -> commands.add(command.getAsString()));
            List<BlockPos> watched = new ArrayList<>();
            if (json.has("watch")) {
                json.getAsJsonArray("watch").forEach(each -> {
                    JsonArray at = each.getAsJsonArray();
                    watched.add(new BlockPos(at.get(0).getAsInt(), at.get(1).getAsInt(), at.get(2).getAsInt()));
                });
            }
            List<Step> steps = new ArrayList<>();
            json.getAsJsonArray("steps").forEach(step -> steps.add(Step.of(step.getAsJsonObject())));
            List<Row> rows = trace.lines().filter(line -> !line.startsWith("#")).map(Row::of).toList();
            int expected = 1 + steps.stream().mapToInt(Step::ticks).sum();
            if (rows.size() != expected) {
                throw new IllegalArgumentException("the trace has " + rows.size() + " rows, and the steps make " + expected);
            }
            return new Sequence(name, text, from, commands, watched, steps, rows);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the sequence " + name + ": " + e.getMessage(), e);
        }
    }

    static String read(String file) {
        try (InputStream in = Sequence.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no " + FOLDER + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
