package net.minecraft.screen;

/** Double. */
public class PlayerScreenHandler extends AbstractRecipeScreenHandler {
    public PlayerScreenHandler() {
        super(null, 0, 46, 0);
    }
}
