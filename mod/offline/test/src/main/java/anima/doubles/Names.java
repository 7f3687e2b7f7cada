package anima.doubles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.fabricmc.fabric.api.event.registry.RegistryIdRemapCallback;
import net.minecraft.registry.DefaultedRegistry;
import net.minecraft.util.Identifier;
import net.minecraft.util.collection.IdList;

/**
 * A registry: values with names and raw ids. Fabric API's part of it numbers them anew ({@code RemappableRegistry}).
 *
 * <p>As in the game a hole gives the default value, or null where there is none; values are counted, not ids.
 */
public class Names<T> extends IdList<T> implements DefaultedRegistry<T> {
    private final Map<Object, Identifier> names = new HashMap<>();
    private final Map<String, T> byName = new LinkedHashMap<>();
    private final String defaultName;
    /** The raw ids before Fabric API changed them for the first time; null while they are those of the start. */
    private Map<String, Integer> before;

    private Names(String defaultName) {
        this.defaultName = defaultName;
    }

    /** An empty registry. */
    public static <T> Names<T> make() {
        return new Names<>(null);
    }

    /** An empty registry in which the value of that name stands for what is not there. */
    public static <T> Names<T> defaulted(String defaultName) {
        return new Names<>(defaultName);
    }

    /** Adds a value behind all others; the name is with its namespace. */
    public T add(String name, T value) {
        doubleAdd(value);
        return keep(name, value);
    }

    /** Adds a value with a raw id of its own. */
    public T addAt(int id, String name, T value) {
        doubleSet(value, id);
        return keep(name, value);
    }

    private T keep(String name, T value) {
        String[] parts = name.split(":");
        names.put(value, new Identifier(parts[0], parts[1]));
        byName.put(name, value);
        return value;
    }

    /** The value with this name, or null. */
    public T named(String name) {
        return byName.get(name);
    }

    /** The names of all values. */
    public List<String> all() {
        return new ArrayList<>(byName.keySet());
    }

    /** Numbers them as a server or a save says; what that does not know comes behind. Then listeners are told. */
    public void remap(Map<String, Integer> ids) {
        if (before == null) {
            before = new LinkedHashMap<>();
            byName.forEach((name, value) -> before.put(name, getRawId(value)));
        }
        number(ids);
    }

    /** Numbers them as at the start. */
    public void unmap() {
        if (before != null) {
            Map<String, Integer> ids = before;
            before = null;
            number(ids);
        }
    }

    private void number(Map<String, Integer> ids) {
        for (String name : ids.keySet()) {
            if (!byName.containsKey(name)) {
                throw new IllegalArgumentException("the client does not have " + name); // RemapException: it is disconnected.
            }
        }
        int next = ids.values().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        doubleClear();
        for (Map.Entry<String, T> entry : byName.entrySet()) {
            Integer id = ids.get(entry.getKey());
            doubleSet(entry.getValue(), id == null ? next++ : id);
        }
        RegistryIdRemapCallback.event(this).invoker().onRemap(null);
    }

    @Override
    public int getRawId(T value) {
        int id = super.getRawId(value);
        return id < 0 && defaultName != null ? super.getRawId(byName.get(defaultName)) : id;
    }

    @Override
    public T get(int id) {
        T value = super.get(id);
        return value == null && defaultName != null ? byName.get(defaultName) : value;
    }

    @Override
    public Identifier getId(T value) {
        if (RegistrySync.doubleFails) {
            throw new IllegalStateException("registries are being read");
        }
        return names.get(value);
    }

    @Override
    public T get(Identifier id) {
        T value = byName.get(id.toString());
        return value == null && defaultName != null ? byName.get(defaultName) : value;
    }
}
