package anima.mod.client.hud;

import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import anima.mod.client.Settings;
import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.font.TextRenderer;
import net.minecraft.client.gui.DrawableHelper;
import net.minecraft.client.util.math.MatrixStack;
import net.minecraft.text.Text;

/** The small panel: state of mind, goal, step. It hides with the rest on F1. */
public final class Panel {
    private static final int MARGIN = 4;
    private static final int PADDING = 3;
    private static final int MOST_WIDTH = 180;
    private static final int BACKGROUND = 0x90000000;
    /** Shown in place of a state of {@link Turn}. */
    private static final int WAITING = -1;
    private static final int WHITE = 0xFFFFFFFF;
    private static final int GREY = 0xFFA0A0A0;

    private Panel() {
    }

    /**
     * Draws it, unless there is nothing to show.
     *
     * @param typing whether chat is open, so that the agent stands still
     */
    public static void draw(MinecraftClient client, MatrixStack matrices, Status status, Settings settings, boolean typing) {
        // The game leaves out what is drawn over the world on F1, but not while a window is open.
        if (!settings.hud() || status.state() == Turn.IDLE || client.options.debugEnabled || client.options.hudHidden) {
            return;
        }
        TextRenderer font = client.textRenderer;
        int state = state(status, typing);
        List<String> lines = lines(status, state);
        int width = 0;
        for (int i = 0; i < lines.size(); i++) {
            lines.set(i, font.trimToWidth(lines.get(i), MOST_WIDTH));
            width = Math.max(width, font.getWidth(lines.get(i)));
        }
        int boxWidth = width + 2 * PADDING;
        int boxHeight = lines.size() * (font.fontHeight + 1) + 2 * PADDING - 1;
        float scale = settings.hudScale();
        float left = settings.hudCorner().endsWith("right") ? client.getWindow().getScaledWidth() - MARGIN - scale * boxWidth : MARGIN;
        float top = settings.hudCorner().startsWith("bottom") ? client.getWindow().getScaledHeight() - MARGIN - scale * boxHeight : MARGIN;
        matrices.push();
        matrices.translate(left, top, 0);
        matrices.scale(scale, scale, 1);
        DrawableHelper.fill(matrices, 0, 0, boxWidth, boxHeight, BACKGROUND);
        for (int i = 0; i < lines.size(); i++) {
            int colour = i == 0 ? colour(state) : i == 1 ? WHITE : GREY;
            font.drawWithShadow(matrices, lines.get(i), PADDING, PADDING + i * (font.fontHeight + 1), colour);
        }
        matrices.pop();
    }

    /** An agent that would act waits while chat is open, and while the world around is not there yet, in which no goal begins. */
    private static int state(Status status, boolean typing) {
        boolean waits = status.state() == Turn.ACTING && (typing || status.goal().isEmpty());
        return waits ? WAITING : status.state();
    }

    private static List<String> lines(Status status, int state) {
        List<String> lines = new ArrayList<>();
        lines.add(Text.translatable("anima.state." + switch (state) {
            case Turn.ACTING -> "acting";
            case Turn.THINKING -> "thinking";
            case Turn.YOURS -> "yours";
            default -> "waiting";
        }).getString());
        String more = status.queued() > 0 ? " (+" + status.queued() + ")" : "";
        lines.add((status.goal() + more).strip());
        if (!status.step().isEmpty()) {
            lines.add(status.steps() > 0 ? status.stepsDone() + "/" + status.steps() + " " + status.step() : status.step());
        }
        return lines;
    }

    private static int colour(int state) {
        return switch (state) {
            case Turn.ACTING -> 0xFF60E060;
            case Turn.THINKING -> 0xFF60C0FF;
            case Turn.YOURS -> 0xFFFFC040;
            default -> GREY;
        };
    }
}
