package anima.mod.client;

import anima.mod.bridge.Script;
import java.util.function.Consumer;
import net.minecraft.client.MinecraftClient;

/** The mod with a script in the agent's place: all else of {@link Play} runs as it does for the agent. */
public final class ScriptedPlay {
    private final Play play = ClientHooks.play();

    /** Hands the mod's hands to a script, which is asked in each tick in which an agent would be. */
    public ScriptedPlay(Consumer<Script> script) {
        this.play.drivenBy((worldTick, turn) -> {
            this.play.body().tick(worldTick, turn); // The agent has no goal: it does nothing, but it is told everything.
            script.accept(new Script(turn));
        });
    }

    /** Whether the mod has started; without its library it has not. */
    public static boolean isPossible() {
        return ClientHooks.play() != null;
    }

    /** Sets one of the mod's settings; null, or why not. */
    public String set(String key, String value) {
        String problem = this.play.settings().config().set(key, value);
        this.play.settings().read();
        return problem;
    }

    /** Whether the hands are the script's: a key or the mouse takes them away. */
    public boolean isEngaged() {
        return this.play.isEngaged();
    }

    /** Whether the contents of the open window have come. */
    public boolean hasContents(MinecraftClient client) {
        return this.play.observer().hasContents(client.player.currentScreenHandler);
    }
}
