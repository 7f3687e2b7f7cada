package net.minecraft.screen;

/** Double. */
public class AnvilScreenHandler extends ForgingScreenHandler {
    public String doubleName;

    public AnvilScreenHandler(ScreenHandlerType<?> type, int syncId) {
        super(type, syncId, 39, 1);
    }

    public void setNewItemName(String name) {
        doubleName = name;
    }
}
