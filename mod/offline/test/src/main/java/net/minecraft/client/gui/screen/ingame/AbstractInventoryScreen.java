package net.minecraft.client.gui.screen.ingame;

import net.minecraft.screen.ScreenHandler;

/** Double. */
public abstract class AbstractInventoryScreen<T extends ScreenHandler> extends HandledScreen<T> {
    public AbstractInventoryScreen(T handler) {
        super(handler);
    }
}
