package anima.mod.client;

import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.ChatScreen;
import net.minecraft.client.gui.screen.ConfirmScreen;
import net.minecraft.client.gui.screen.CreditsScreen;
import net.minecraft.client.gui.screen.DeathScreen;
import net.minecraft.client.gui.screen.DemoScreen;
import net.minecraft.client.gui.screen.DownloadingTerrainScreen;
import net.minecraft.client.gui.screen.ProgressScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.SleepingChatScreen;
import net.minecraft.client.gui.screen.ingame.AbstractInventoryScreen;
import net.minecraft.client.gui.screen.ingame.AbstractSignEditScreen;
import net.minecraft.client.gui.screen.ingame.BookScreen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.option.GameOptions;
import net.minecraft.client.option.KeyBinding;

/** Which of the player's doings take the controls out of the agent's hands, and which are a command to it. */
final class HandOver {
    private static final int ESCAPE = 256;
    private static final int ENTER = 257;
    private static final int KEYPAD_ENTER = 335;

    private HandOver() {
    }

    /** Whether the player is typing, and so means no key of the game. */
    static boolean isTyping(MinecraftClient client) {
        return client.currentScreen instanceof ChatScreen && !(client.currentScreen instanceof SleepingChatScreen);
    }

    /**
     * Whether a screen is a question of the server that only the player can answer: whether its resource pack is wanted
     * ({@code ResourcePackSendS2CPacket}). What the game asks the player who has clicked at something is of a class of its own.
     */
    static boolean isQuestion(Screen screen) {
        return screen != null && screen.getClass() == ConfirmScreen.class;
    }

    /** Whether a screen is one that a server makes a client show and that asks nothing: a book, what is told of the demo. */
    static boolean isShownOnly(Screen screen) {
        return screen instanceof BookScreen || screen instanceof DemoScreen;
    }

    /** A key was pressed: the one that sends the line in the chat window. */
    static boolean enters(MinecraftClient client, int key) {
        return client.currentScreen instanceof ChatScreen && (key == ENTER || key == KEYPAD_ENTER);
    }

    /** A key was pressed: one that moves the body, or one that closes the agent's window. */
    static boolean takesOver(MinecraftClient client, int key, int scancode) {
        if (!takesOver(client)) {
            return false;
        }
        GameOptions options = client.options;
        for (KeyBinding each : new KeyBinding[] {
            options.forwardKey, options.backKey, options.leftKey, options.rightKey, options.jumpKey, options.sneakKey,
            options.sprintKey, options.attackKey, options.useKey
        }) {
            if (each.matchesKey(key, scancode)) {
                return true;
            }
        }
        return client.currentScreen != null && (key == ESCAPE || options.inventoryKey.matchesKey(key, scancode));
    }

    /** A mouse button was pressed, or a key: not to type, nor to answer. */
    static boolean takesOver(MinecraftClient client) {
        return !isTyping(client) && !isQuestion(client.currentScreen);
    }

    /**
     * A screen opens: one that the player asked for. The game opens the others by itself: menus of the world, the text of a
     * sign that was placed, what death, sleep and travelling show, and what a server makes it show. Chat does not take over
     * either; the agent stands still while it is open.
     */
    static boolean takesOver(Screen screen, boolean byAgent) {
        if (screen == null || screen instanceof ChatScreen || screen instanceof DeathScreen
            || screen instanceof ProgressScreen || screen instanceof DownloadingTerrainScreen || screen instanceof CreditsScreen
            || screen instanceof AbstractSignEditScreen || isQuestion(screen) || isShownOnly(screen)) {
            return false;
        }
        if (screen instanceof HandledScreen<?>) {
            return screen instanceof AbstractInventoryScreen<?> && !byAgent;
        }
        return true;
    }
}
