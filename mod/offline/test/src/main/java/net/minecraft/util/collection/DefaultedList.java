package net.minecraft.util.collection;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** Double. */
public class DefaultedList<E> extends AbstractList<E> {
    private final List<E> elements = new ArrayList<>();

    public static <E> DefaultedList<E> doubleOf(int size, E element) {
        DefaultedList<E> list = new DefaultedList<>();
        for (int i = 0; i < size; i++) {
            list.elements.add(element);
        }
        return list;
    }

    @Override
    public E get(int index) {
        return elements.get(index);
    }

    @Override
    public E set(int index, E element) {
        return elements.set(index, element);
    }

    @Override
    public void add(int index, E element) {
        elements.add(index, element);
    }

    @Override
    public E remove(int index) {
        return elements.remove(index);
    }

    @Override
    public int size() {
        return elements.size();
    }
}
