package net.minecraft.client.option;

import net.minecraft.client.util.InputUtil;

/** Double: sneak and sprint, which may be set to toggle. */
public class StickyKeyBinding extends KeyBinding {
    public boolean doubleToggles;

    public StickyKeyBinding(String name, int code) {
        super(name, InputUtil.Type.KEYSYM, code, "test");
    }

    @Override
    public void setPressed(boolean pressed) {
        if (!doubleToggles) {
            super.setPressed(pressed);
        } else if (pressed) {
            super.setPressed(!isPressed());
        }
    }
}
