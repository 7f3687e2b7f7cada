package net.fabricmc.fabric.api.client.keybinding.v1;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.option.KeyBinding;

/** Stands in for the real one. */
public final class KeyBindingHelper {
    /** Every key that was registered, for tests. */
    public static final List<KeyBinding> REGISTERED = new ArrayList<>();

    private KeyBindingHelper() {
    }

    public static KeyBinding registerKeyBinding(KeyBinding key) {
        REGISTERED.add(key);
        return key;
    }
}
