package net.minecraft.client.gui.screen;

/** Double. */
public class SleepingChatScreen extends ChatScreen {
}
