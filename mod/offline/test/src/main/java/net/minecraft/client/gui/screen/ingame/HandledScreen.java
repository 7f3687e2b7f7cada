package net.minecraft.client.gui.screen.ingame;

import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.text.Text;

/** Double. */
public abstract class HandledScreen<T extends ScreenHandler> extends Screen implements ScreenHandlerProvider<T> {
    protected final T handler;

    public HandledScreen(T handler) {
        super(Text.literal(""));
        this.handler = handler;
    }

    @Override
    public T getScreenHandler() {
        return handler;
    }

    @Override
    public void close() {
        MinecraftClient.getInstance().player.closeHandledScreen();
    }
}
