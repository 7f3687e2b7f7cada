package net.minecraft.screen;

/** Double. */
public abstract class AbstractRecipeScreenHandler extends ScreenHandler {
    public AbstractRecipeScreenHandler(ScreenHandlerType<?> type, int syncId, int slots, int properties) {
        super(type, syncId, slots, properties);
    }
}
