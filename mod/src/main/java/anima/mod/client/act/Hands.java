package anima.mod.client.act;

import anima.mod.bridge.Body;
import anima.mod.bridge.Turn;
import anima.mod.client.observe.Observer;
import anima.mod.mixin.client.KeyBindingAccessor;
import anima.mod.mixin.client.MinecraftClientAccessor;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.client.option.GameOptions;
import net.minecraft.client.option.KeyBinding;

/**
 * Carries out a turn with the player's own hands: turns the head, presses the player's own keys, clicks in windows.
 *
 * <p>Keys are set anew in every tick, for the game lets go of them when a window opens or closes. They are written
 * behind {@code setPressed}, which sneak and sprint turn into toggles when the player has chosen so.
 */
public final class Hands {
    /** Above this the cool-down is no missed swing but what an open window leaves behind. */
    private static final int MISSED_SWING = 10;
    /** What {@code Mouse.lockCursor} sets when a window closes. */
    private static final int WINDOW_COOLDOWN = 10_000;
    /** Client ticks from one question for the statistics to the next: a second. */
    private static final int QUESTION_TICKS = 20;

    /** What the hands were at in the last tick. */
    private enum At { NOTHING, ACTING, RESTING }

    private final Body body;
    private final Observer observer;
    private final ContainerClicks clicks;
    private At at = At.NOTHING;
    /** The keys that the agent held in the last tick of the world, whether a window let them be pressed or not. */
    private int held;
    private int attackCooldown;
    private int useCooldown;
    private boolean opensInventory;
    /** Whether a window was open at the end of the last tick. */
    private boolean hadWindow;
    private boolean pressedOnce;
    private boolean asks;
    private int ticksToQuestion;

    /** Makes hands that hold nothing. */
    public Hands(Body body, Observer observer) {
        this.body = body;
        this.observer = observer;
        this.clicks = new ContainerClicks();
    }

    /** Does what a turn of a playing agent says, at the start of a client tick. */
    public void apply(MinecraftClient client, Turn turn, boolean exactLook) {
        ClientPlayerEntity player = client.player;
        boolean hadWindow = client.currentScreen != null || this.at == At.ACTING && this.hadWindow;
        this.forgetClicks(client.options);
        this.begin((MinecraftClientAccessor) client);
        takeCursor(client);
        turnHead(client, player, turn, exactLook);
        if (turn.hotbar() != Turn.NONE && client.currentScreen == null) { // Behind the own inventory the game would read it.
            this.click(client.options.hotbarKeys[turn.hotbar()]);
        }
        if (turn.screen() == Turn.SCREEN_CLOSE && client.currentScreen != null) {
            client.currentScreen.close(); // In its own way: a menu tells the server, a bed is left, the credits lead home.
        }
        if (hadWindow && client.currentScreen == null) { // Without focus the game does not lock the cursor, which costs that.
            ((MinecraftClientAccessor) client).anima$setAttackCooldown(WINDOW_COOLDOWN);
        }
        int keys = client.currentScreen == null && !player.isDead() ? turn.keys() : 0;
        this.press(client.options, keys, keys & ~this.held);
        this.held = player.isDead() ? 0 : turn.keys(); // Keys held when a window closes are no clicks.
        if (turn.screen() == Turn.SCREEN_OPEN_INVENTORY && client.currentScreen == null) {
            this.opensInventory = true;
            this.click(client.options.inventoryKey);
        }
        if (client.currentScreen != null) {
            this.clicks.apply(client, turn, this.body, this.observer);
        }
        if (turn.respawns() && player.isDead()) {
            player.requestRespawn();
        }
        if (turn.hasChat()) {
            say(player, this.body.chat());
        }
        this.asks |= turn.asksStatistics();
        if (this.asks && this.ticksToQuestion == 0) {
            this.asks = false;
            this.ticksToQuestion = QUESTION_TICKS;
            this.observer.askStatistics();
        }
    }

    /** Whether it is the agent whose key press is about to open the player's inventory. */
    public boolean opensInventory() {
        return this.opensInventory;
    }

    /** The game has looked at all keys of this tick. */
    public void endTick(MinecraftClient client) {
        this.hadWindow = client.currentScreen != null;
        this.opensInventory = false;
        this.ticksToQuestion = Math.max(0, this.ticksToQuestion - 1);
    }

    /** Lets go of every key, unless the hands hold none: then those that the player holds stay as they are. */
    public void release(MinecraftClient client) {
        if (this.held != 0 || this.pressedOnce) {
            this.forgetClicks(client.options);
            this.press(client.options, 0, 0);
            this.held = 0;
        }
        this.opensInventory = false;
        this.asks = false;
        this.at = At.NOTHING;
    }

    /**
     * Lets go of every key while the world stands still, for the client looks at keys all the same: what is held is held
     * on afterwards and is no new click, what is in use (food, a bow, a shield) stays in use, and no cool-down goes by.
     */
    public void rest(MinecraftClient client) {
        MinecraftClientAccessor access = (MinecraftClientAccessor) client;
        if (this.at == At.RESTING) {
            this.setCooldowns(access);
        } else {
            this.at = At.RESTING;
            this.attackCooldown = access.anima$attackCooldown();
            this.useCooldown = access.anima$itemUseCooldown();
        }
        this.forgetClicks(client.options);
        if (this.held != 0) {
            this.press(client.options, client.player.isUsingItem() ? this.held & Turn.USE : 0, 0);
        }
        this.opensInventory = false;
    }

    private void begin(MinecraftClientAccessor access) {
        switch (this.at) {
            case NOTHING -> forgetOpenWindow(access);
            case ACTING -> { }
            case RESTING -> this.setCooldowns(access);
        }
        this.at = At.ACTING;
    }

    private void setCooldowns(MinecraftClientAccessor access) {
        access.anima$setAttackCooldown(this.attackCooldown);
        access.anima$setItemUseCooldown(this.useCooldown);
    }

    /**
     * A window that has focus again gets the cursor back, which the game does only when the player clicks into it: a free
     * one would move, and the attack key would dig nothing.
     */
    private static void takeCursor(MinecraftClient client) {
        if (client.isWindowFocused() && client.currentScreen == null && !client.player.isDead() && !client.mouse.isCursorLocked()) {
            MinecraftClientAccessor access = (MinecraftClientAccessor) client;
            int cooldown = access.anima$attackCooldown();
            client.mouse.lockCursor();
            access.anima$setAttackCooldown(cooldown);
        }
    }

    private static void turnHead(MinecraftClient client, ClientPlayerEntity player, Turn turn, boolean exact) {
        if (turn.yaw() == 0 && turn.pitch() == 0) {
            return;
        }
        if (!exact) {
            double sensitivity = client.options.getMouseSensitivity().getValue();
            player.changeLookDirection(MouseSteps.units(turn.yaw(), sensitivity), MouseSteps.units(turn.pitch(), sensitivity));
            return;
        }
        player.setYaw(player.getYaw() + turn.yaw());
        player.setPitch(clampPitch(player.getPitch() + turn.pitch()));
        player.prevYaw += turn.yaw(); // As changeLookDirection does, so that the picture does not lag.
        player.prevPitch = clampPitch(player.prevPitch + turn.pitch());
    }

    private static float clampPitch(float pitch) {
        return Math.max(-90, Math.min(90, pitch));
    }

    /**
     * An open window sets the cool-down to 10,000, and the game takes it back in the first tick in which the attack key
     * is up. An agent that begins just after the player has closed one, the chat window say, knows nothing of it.
     */
    private static void forgetOpenWindow(MinecraftClientAccessor access) {
        if (access.anima$attackCooldown() > MISSED_SWING) {
            access.anima$setAttackCooldown(0);
        }
    }

    private void press(GameOptions options, int keys, int pressed) {
        this.hold(options.forwardKey, keys, pressed, Turn.FORWARD, false);
        this.hold(options.backKey, keys, pressed, Turn.BACK, false);
        this.hold(options.leftKey, keys, pressed, Turn.LEFT, false);
        this.hold(options.rightKey, keys, pressed, Turn.RIGHT, false);
        this.hold(options.jumpKey, keys, pressed, Turn.JUMP, false);
        this.hold(options.sneakKey, keys, pressed, Turn.SNEAK, false);
        this.hold(options.sprintKey, keys, pressed, Turn.SPRINT, false);
        this.hold(options.attackKey, keys, pressed, Turn.ATTACK, true);
        this.hold(options.useKey, keys, pressed, Turn.USE, true);
        this.hold(options.dropKey, keys, pressed, Turn.DROP, true);
        this.hold(options.swapHandsKey, keys, pressed, Turn.SWAP, true);
    }

    private void hold(KeyBinding key, int keys, int pressed, int bit, boolean clicks) {
        ((KeyBindingAccessor) key).anima$setPressed((keys & bit) != 0);
        if (clicks && (pressed & bit) != 0) {
            this.click(key);
        }
    }

    /** One press, for keys that the game counts. */
    private void click(KeyBinding key) {
        ((KeyBindingAccessor) key).anima$setTimesPressed(1);
        this.pressedOnce = true;
    }

    /** What the game did not look at, because a window opened, is not left for later. */
    private void forgetClicks(GameOptions options) {
        if (!this.pressedOnce) {
            return;
        }
        this.pressedOnce = false;
        for (KeyBinding key : options.hotbarKeys) {
            ((KeyBindingAccessor) key).anima$setTimesPressed(0);
        }
        for (KeyBinding key : new KeyBinding[] {options.inventoryKey, options.attackKey, options.useKey, options.dropKey, options.swapHandsKey}) {
            ((KeyBindingAccessor) key).anima$setTimesPressed(0);
        }
    }

    private static void say(ClientPlayerEntity player, String line) {
        if (line != null && !line.isBlank()) {
            player.networkHandler.sendChatMessage(line);
        }
    }
}
