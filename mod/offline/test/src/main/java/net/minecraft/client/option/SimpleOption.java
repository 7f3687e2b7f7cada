package net.minecraft.client.option;

/** Double. */
public final class SimpleOption<T> {
    public T doubleValue;

    public SimpleOption(T value) {
        doubleValue = value;
    }

    public T getValue() {
        return doubleValue;
    }
}
