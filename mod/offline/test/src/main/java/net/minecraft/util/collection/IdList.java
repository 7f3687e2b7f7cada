package net.minecraft.util.collection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Double: holes give null and are not counted. */
public class IdList<T> implements IndexedIterable<T> {
    private final List<T> values = new ArrayList<>();
    private final Map<T, Integer> ids = new HashMap<>();

    /** At the place after the last one. */
    public void doubleAdd(T value) {
        doubleSet(value, values.size());
    }

    public void doubleSet(T value, int id) {
        while (values.size() <= id) {
            values.add(null);
        }
        values.set(id, value);
        ids.put(value, id);
    }

    public void doubleClear() {
        values.clear();
        ids.clear();
    }

    @Override
    public int getRawId(T value) {
        return ids.getOrDefault(value, -1);
    }

    @Override
    public T get(int id) {
        return id >= 0 && id < values.size() ? values.get(id) : null;
    }

    @Override
    public int size() {
        return ids.size();
    }

    @Override
    public Iterator<T> iterator() {
        return values.stream().filter(Objects::nonNull).iterator();
    }
}
