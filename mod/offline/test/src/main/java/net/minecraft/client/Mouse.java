package net.minecraft.client;

import net.minecraft.client.option.KeyBinding;

/** Double. */
public class Mouse {
    public boolean doubleLocked = true;

    private void onMouseButton(long window, int button, int action, int mods) {
        if (MinecraftClient.getInstance().currentScreen == null) {
            KeyBinding.doublePhysical(true, button, action == 1);
        }
    }

    public void doublePress(int button, int action) {
        onMouseButton(1, button, action, 0);
    }

    public boolean isCursorLocked() {
        return doubleLocked;
    }
}
