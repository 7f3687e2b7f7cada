package net.minecraft.client.option;

/** Double: the keys, bound as the game binds them. */
public class GameOptions {
    public final KeyBinding forwardKey = KeyBinding.doubleKey("forward", 87);
    public final KeyBinding backKey = KeyBinding.doubleKey("back", 83);
    public final KeyBinding leftKey = KeyBinding.doubleKey("left", 65);
    public final KeyBinding rightKey = KeyBinding.doubleKey("right", 68);
    public final KeyBinding jumpKey = KeyBinding.doubleKey("jump", 32);
    public final KeyBinding sneakKey = new StickyKeyBinding("sneak", 340);
    public final KeyBinding sprintKey = new StickyKeyBinding("sprint", 341);
    public final KeyBinding inventoryKey = KeyBinding.doubleKey("inventory", 69);
    public final KeyBinding swapHandsKey = KeyBinding.doubleKey("swap", 70);
    public final KeyBinding dropKey = KeyBinding.doubleKey("drop", 81);
    public final KeyBinding useKey = KeyBinding.doubleMouse("use", 1);
    public final KeyBinding attackKey = KeyBinding.doubleMouse("attack", 0);
    public final KeyBinding[] hotbarKeys = new KeyBinding[9];
    public boolean pauseOnLostFocus = true;
    public boolean debugEnabled;
    public boolean hudHidden;
    public boolean doubleAutoJump = true;
    public final SimpleOption<Double> doubleSensitivity = new SimpleOption<>(0.5);

    public GameOptions() {
        for (int i = 0; i < 9; i++) {
            hotbarKeys[i] = KeyBinding.doubleKey("hotbar" + i, 49 + i);
        }
    }

    public SimpleOption<Double> getMouseSensitivity() {
        return doubleSensitivity;
    }
}
