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

    /** The window has focus, or another one has; whose the cursor is does not change by that. */
    public void doubleFocus(boolean has) {
        focused = has;
    }

    /** What the field says, whoever asks. */
    public boolean doubleLocked() {
        return cursorLocked;
    }

    /** The window has focus, and the cursor is the game's, as after a click into it. */
    public void doubleClickInto() {
        focused = true;
        lockCursor();
    }

    /** A screen has closed, or the player has clicked into the window; the keys are what the player's fingers hold: none. */
    public void lockCursor() {
        if (focused && !cursorLocked) {
            MinecraftClient client = MinecraftClient.getInstance();
            KeyBinding.unpressAll(); // KeyBinding.updatePressedStates
            cursorLocked = true;
            client.setScreen(null);
            client.attackCooldown = 10000;
        }
    }

    /** As {@code unlockCursor}: a screen has opened. */
    void doubleUnlock() {
        cursorLocked = false;
    }
}
