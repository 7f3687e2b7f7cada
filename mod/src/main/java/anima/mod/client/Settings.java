package anima.mod.client;

import anima.mod.bridge.Config;

/** The mod's own settings, read anew whenever the player may have changed them. */
public final class Settings {
    private final Config config;
    private boolean pause;
    private long watchdogMillis;
    private boolean exactLook;
    private boolean hud;
    private String hudCorner;
    private float hudScale;
    private boolean frameWithHud;

    Settings(Config config) {
        this.config = config;
        this.read();
    }

    /** Takes what the file says now. */
    public void read() {
        this.pause = this.config.isOn("game.pause");
        this.watchdogMillis = (long) (1000 * this.config.number("game.watchdog_s"));
        this.exactLook = this.config.value("game.look").equals("exact");
        this.hud = this.config.isOn("game.hud");
        this.hudCorner = this.config.value("game.hud_corner");
        this.hudScale = (float) this.config.number("game.hud_scale");
        this.frameWithHud = this.config.isOn("game.frame_with_hud");
    }

    /** Where they are kept. */
    public Config config() {
        return this.config;
    }

    /** Whether the world is to stand still while the agent thinks. */
    public boolean pause() {
        return this.pause;
    }

    /** After how many milliseconds any pause ends. */
    public long watchdogMillis() {
        return this.watchdogMillis;
    }

    /** Whether the head turns to the exact angle and not in whole steps of the mouse. */
    public boolean exactLook() {
        return this.exactLook;
    }

    /** Whether the panel is shown. */
    public boolean hud() {
        return this.hud;
    }

    /** {@code top-left}, {@code top-right}, {@code bottom-left} or {@code bottom-right}. */
    public String hudCorner() {
        return this.hudCorner;
    }

    /** Size of the panel, 1 as the game's text. */
    public float hudScale() {
        return this.hudScale;
    }

    /** Whether the agent's pictures show what lies over the world, too. */
    public boolean frameWithHud() {
        return this.frameWithHud;
    }
}
