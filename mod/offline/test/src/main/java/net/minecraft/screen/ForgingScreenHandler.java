package net.minecraft.screen;

/** Double. */
public abstract class ForgingScreenHandler extends ScreenHandler {
    public ForgingScreenHandler(ScreenHandlerType<?> type, int syncId, int slots, int properties) {
        super(type, syncId, slots, properties);
    }
}
