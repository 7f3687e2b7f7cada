package anima.doubles;

import java.util.HashMap;
import java.util.Map;
import net.minecraft.registry.DefaultedRegistry;
import net.minecraft.util.Identifier;
import net.minecraft.util.collection.IdList;

/** A registry: values in the order of their raw ids, each with a name. */
public class Names<T> extends IdList<T> implements DefaultedRegistry<T> {
    private final Map<Object, Identifier> names = new HashMap<>();
    private final Map<String, T> byName = new HashMap<>();

    /** An empty registry. */
    public static <T> Names<T> make() {
        return new Names<>();
    }

    /** Adds a value; the name is with its namespace. */
    public T add(String name, T value) {
        String[] parts = name.split(":");
        doubleAdd(value);
        names.put(value, new Identifier(parts[0], parts[1]));
        byName.put(name, value);
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
}
