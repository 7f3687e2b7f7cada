package net.minecraft.client.option;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.util.InputUtil;

/** Double: as in the game, without keys that share a binding. */
public class KeyBinding implements Comparable<KeyBinding> {
    public static final List<KeyBinding> doubleAll = new ArrayList<>();

    private final String translationKey;
    private final InputUtil.Type type;
    private final int code;
    private boolean pressed;
    private int timesPressed;

    public KeyBinding(String translationKey, InputUtil.Type type, int code, String category) {
        this.translationKey = translationKey;
        this.type = type;
        this.code = code;
        doubleAll.add(this);
    }

    public static KeyBinding doubleKey(String name, int code) {
        return new KeyBinding(name, InputUtil.Type.KEYSYM, code, "test");
    }

    public static KeyBinding doubleMouse(String name, int button) {
        return new KeyBinding(name, InputUtil.Type.MOUSE, button, "test");
    }

    /** As {@code setKeyPressed} and {@code onKeyPressed}: what a key or button that is pressed does. */
    public static void doublePhysical(boolean mouse, int code, boolean down) {
        for (KeyBinding key : doubleAll) {
            if (key.code == code && (key.type == InputUtil.Type.MOUSE) == mouse) {
                key.setPressed(down);
                key.timesPressed += down ? 1 : 0;
            }
        }
    }

    public static void unpressAll() {
        for (KeyBinding key : doubleAll) {
            key.pressed = false;
            key.timesPressed = 0;
        }
    }

    public boolean isPressed() {
        return pressed;
    }

    public boolean wasPressed() {
        if (timesPressed == 0) {
            return false;
        }
        timesPressed--;
        return true;
    }

    public void setPressed(boolean pressed) {
        this.pressed = pressed;
    }

    public boolean matchesKey(int keyCode, int scanCode) {
        return type == InputUtil.Type.KEYSYM && code == keyCode;
    }

    public String doubleName() {
        return translationKey;
    }

    public int doubleTimesPressed() {
        return timesPressed;
    }

    @Override
    public int compareTo(KeyBinding other) {
        return translationKey.compareTo(other.translationKey);
    }
}
