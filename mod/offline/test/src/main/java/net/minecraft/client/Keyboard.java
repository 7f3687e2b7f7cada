package net.minecraft.client;

import net.minecraft.client.option.KeyBinding;

/** Double. */
public class Keyboard {
    public void onKey(long window, int key, int scancode, int action, int modifiers) {
        MinecraftClient client = MinecraftClient.getInstance();
        if (client.currentScreen == null) {
            KeyBinding.doublePhysical(false, key, action != 0);
        } else if (key == 256 && action == 1) {
            client.currentScreen.close();
        }
    }
}
