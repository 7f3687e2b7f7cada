package net.minecraft.screen;

/** Double. */
public abstract class Property {
    public static Property doubleOf() {
        return new Property() {
            private int value;

            @Override
            public int get() {
                return value;
            }

            @Override
            public void set(int value) {
                this.value = value;
            }
        };
    }

    public abstract int get();

    public abstract void set(int value);
}
