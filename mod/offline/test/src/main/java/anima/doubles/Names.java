package anima.doubles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import net.minecraft.registry.DefaultedRegistry;
import net.minecraft.util.Identifier;

/** A registry: values in the order of their raw ids, each with a name. */
public abstract class Names<T> implements DefaultedRegistry<T> {
    private final List<T> values = new ArrayList<>();
    private final Map<Object, Integer> rawIds = new HashMap<>();
    private final Map<Object, Identifier> names = new HashMap<>();
    private final Map<String, T> byName = new HashMap<>();

    /** An empty registry. */
    public static <T> Names<T> make() {
        return new Names<>() {
        };
    }

    /** Adds a value; the name is with its namespace. */
    public T add(String name, T value) {
        String[] parts = name.split(":");
        rawIds.put(value, values.size());
        names.put(value, new Identifier(parts[0], parts[1]));
        byName.put(name, value);
        values.add(value);
        return value;
    }

    /** The value with this name, or null. */
    public T named(String name) {
        return byName.get(name);
    }

    @Override
    public Identifier getId(T value) {
        return names.get(value);
    }

    @Override
    public T get(Identifier id) {
        return byName.get(id.toString());
    }

    @Override
    public int getRawId(T value) {
        return rawIds.getOrDefault(value, -1);
    }

    @Override
    public T get(int id) {
        return values.get(id);
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public Iterator<T> iterator() {
        return values.iterator();
    }
}
