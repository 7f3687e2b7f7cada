package net.minecraft.item;

/** Double. */
public class Item implements ItemConvertible {
    public final String doubleName;

    public Item(String name) {
        doubleName = name;
    }
}
