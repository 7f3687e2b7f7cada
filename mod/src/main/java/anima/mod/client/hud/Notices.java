package anima.mod.client.hud;

import anima.mod.Log;
import anima.mod.PlainText;
import anima.mod.bridge.Console;
import anima.mod.bridge.Status;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.toast.SystemToast;
import net.minecraft.text.Text;
import net.minecraft.util.Formatting;

/** Tells the player what has happened: in the chat window of this client only, over the hot bar, as a toast. */
public final class Notices {
    /** The game never shows a toast of more than eleven lines, some twenty or thirty letters each. */
    private static final int TOAST_LETTERS = 200;

    private final MinecraftClient client;
    private int endings;

    /** Makes notices that have told nothing. */
    public Notices(MinecraftClient client) {
        this.client = client;
    }

    /** A line of an answer, in its colour. */
    public static Text text(Console.Line line) {
        Formatting colour = switch (line.tone()) {
            case PLAIN -> Formatting.WHITE;
            case GOOD -> Formatting.GREEN;
            case BAD -> Formatting.RED;
            case HINT -> Formatting.GRAY;
        };
        return Text.literal(PlainText.of(line.text())).formatted(colour);
    }

    /** An answer that took its time. */
    public void answer(Console.Line line) {
        this.client.inGameHud.getChatHud().addMessage(text(line));
    }

    /** Something failed. */
    public void failed(String text) {
        this.client.inGameHud.getChatHud().addMessage(Text.literal(PlainText.of(text)).formatted(Formatting.RED));
    }

    /** A short message over the hot bar, by its key in the language files. */
    public void actionBar(String key) {
        this.client.inGameHud.setOverlayMessage(Text.translatable(key), false);
    }

    /** The agent waits until the player has answered what the server asks; over the very screen that asks it. */
    public void asked() {
        this.toast(Text.translatable("anima.toast.asked"), Text.translatable("anima.asked"));
    }

    private void toast(Text title, Text more) { // create, for SystemToast.add breaks no lines.
        this.client.getToastManager().add(SystemToast.create(this.client, SystemToast.Type.PERIODIC_NOTIFICATION, title, more));
    }

    /** The agent tells about itself: a goal that has ended is worth a toast. */
    public void status(Status status) {
        if (status.endings() <= this.endings) {
            return;
        }
        this.endings = status.endings();
        String title = switch (status.ending()) {
            case Status.REACHED -> "anima.toast.reached";
            case Status.STOPPED -> "anima.toast.stopped";
            default -> "anima.toast.failed";
        };
        String more = status.ending() == Status.FAILED ? status.ended() + ": " + status.detail() : status.ended();
        this.toast(Text.translatable(title), Text.literal(shortened(more)));
    }

    private static String shortened(String text) {
        return text.length() <= TOAST_LETTERS ? text : text.substring(0, TOAST_LETTERS) + "...";
    }

    /** Lines of the native side for the game's own log; the first letter is the level. */
    public void log(String[] lines) {
        if (lines == null) {
            return;
        }
        for (String line : lines) {
            String text = line.substring(1);
            switch (line.charAt(0)) {
                case 'E' -> Log.error(text);
                case 'W' -> Log.warn(text);
                default -> Log.info(text);
            }
        }
    }
}
