package anima.gametest;

import anima.mod.bridge.Script;
import anima.mod.bridge.Turn;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import net.minecraft.client.network.ClientPlayerEntity;

/**
 * Some ticks with the same keys, or a wait. All but the keys is done in the first tick only; a wait holds its keys in the
 * first tick only, too.
 *
 * @param ticks how many; 1 for a wait
 * @param keys as {@link Turn#keys}
 * @param look yaw and pitch to turn to, or null
 * @param hotbar key of the hot bar, or NONE
 * @param screen as {@link Turn#screen}
 * @param click mode, slot and button, or null
 * @param respawns whether the respawn button is pressed
 * @param within the most ticks that the wait may take; 0 for none
 */
record Step(int ticks, int keys, float[] look, int hotbar, int screen, int[] click, boolean respawns, int within) {
    /** In the order of the bits of {@link Turn#keys}. */
    private static final List<String> KEYS = List.of("forward", "back", "left", "right", "jump", "sneak", "sprint", "attack", "use", "drop", "swap");
    /** In the order in which the protocol numbers them. */
    private static final List<String> CLICKS = List.of("pickup", "quick_move", "swap", "clone", "throw", "quick_craft", "pickup_all");
    private static final List<String> SCREENS = List.of("", "open_inventory", "close");

    static Step of(JsonObject json) {
        int keys = 0;
        for (String key : text(json, "keys").split(" ")) {
            keys |= key.isEmpty() ? 0 : 1 << number(KEYS, key);
        }
        JsonArray look = json.getAsJsonArray("look");
        JsonArray click = json.getAsJsonArray("click");
        return new Step(
            json.has("ticks") ? json.get("ticks").getAsInt() : 1,
            keys,
            look == null ? null : new float[] {look.get(0).getAsFloat(), look.get(1).getAsFloat()},
            json.has("hotbar") ? json.get("hotbar").getAsInt() : Turn.NONE,
            number(SCREENS, text(json, "screen")),
            click == null ? null : new int[] {number(CLICKS, click.get(0).getAsString()), click.get(1).getAsInt(), click.get(2).getAsInt()},
            json.has("respawn") && json.get("respawn").getAsBoolean(),
            json.has("until") ? json.get("within").getAsInt() : 0);
    }

    private static String text(JsonObject json, String key) {
        return json.has(key) ? json.get(key).getAsString() : "";
    }

    private static int number(List<String> names, String name) {
        int at = names.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("there is no " + name + " among " + names);
        }
        return at;
    }

    boolean waits() {
        return this.within > 0;
    }

    /** Does it in one of its ticks, counted from 0. */
    void perform(Script script, ClientPlayerEntity player, int tick) {
        if (tick == 0 || !this.waits()) {
            script.keys(this.keys);
        }
        if (tick > 0) {
            return;
        }
        script.hotbar(this.hotbar);
        script.screen(this.screen);
        if (this.look != null) {
            script.look(this.look[0] - player.getYaw(), this.look[1] - player.getPitch());
        }
        if (this.click != null) {
            script.click(this.click[0], this.click[1], this.click[2]);
        }
        if (this.respawns) {
            script.respawn();
        }
    }
}
