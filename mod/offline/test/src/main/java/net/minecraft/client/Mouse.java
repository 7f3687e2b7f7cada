package net.minecraft.client;

import net.minecraft.client.option.KeyBinding;

/** Double: who the cursor belongs to, as in the game. */
public class Mouse {
    private boolean cursorLocked = true;
    private boolean focused = true;

    private void onMouseButton(long window, int button, int action, int mods) {
        if (MinecraftClient.getInstance().currentScreen == null) {
            KeyBinding.doublePhysical(true, button, action == 1);
        }
    }

    public void doublePress(int button, int action) {
        onMouseButton(1, button, action, 0);
    }

    public boolean isCursorLocked() {
        return cursorLocked;
    }

    boolean doubleHasFocus() {
        return focused;
    }

    /** The window has focus, or another one has. */
    public void doubleFocus(boolean has) {
        focused = has;
        cursorLocked = has && MinecraftClient.getInstance().currentScreen == null;
    }

    /** As {@code lockCursor}: a screen has closed, and the keys are what the player's fingers hold: none. */
    void doubleLock() {
        if (focused && !cursorLocked) {
            KeyBinding.unpressAll(); // KeyBinding.updatePressedStates
            cursorLocked = true;
            MinecraftClient.getInstance().attackCooldown = 10000;
        }
    }

    /** As {@code unlockCursor}: a screen has opened. */
    void doubleUnlock() {
        cursorLocked = false;
    }
}
