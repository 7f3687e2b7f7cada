package net.minecraft.util.collection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Double. */
public class IdList<T> implements IndexedIterable<T> {
    private final List<T> values = new ArrayList<>();
    private final Map<T, Integer> ids = new HashMap<>();

    public void doubleAdd(T value) {
        ids.put(value, values.size());
        values.add(value);
    }

    @Override
    public int getRawId(T value) {
        return ids.getOrDefault(value, -1);
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
