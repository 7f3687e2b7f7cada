package net.minecraft.screen;

/** Double. */
public class ScreenHandlerType<T extends ScreenHandler> {
    public final String doubleName;

    public ScreenHandlerType(String name) {
        doubleName = name;
    }
}
