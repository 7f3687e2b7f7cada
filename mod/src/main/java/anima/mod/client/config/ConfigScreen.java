package anima.mod.client.config;

import anima.mod.Log;
import anima.mod.PlainText;
import anima.mod.bridge.Config;
import anima.mod.client.AnimaClient;
import anima.mod.client.Settings;
import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.widget.ButtonWidget;
import net.minecraft.client.gui.widget.TextFieldWidget;
import net.minecraft.client.util.math.MatrixStack;
import net.minecraft.text.Text;

/** Shows and changes every key of the settings file, a page at a time. What the file says is what holds. */
public final class ConfigScreen extends Screen {
    private static final int ROW = 24;
    private static final int TOP = 36;
    private static final int WIDGET_WIDTH = 120;
    private static final int WIDGET_HEIGHT = 20;
    private static final int WHITE = 0xFFFFFF;
    private static final int GREY = 0xA0A0A0;
    private static final int RED = 0xFF6060;

    private final Screen parent;
    private final Settings settings;
    private final List<TextFieldWidget> fields = new ArrayList<>();
    private List<Config.Key> keys = List.of();
    private List<Config.Key> shown = List.of();
    private int page;
    private String problem;

    private ConfigScreen(Screen parent, Settings settings) {
        super(Text.translatable("anima.config.title"));
        this.parent = parent;
        this.settings = settings;
        this.guard(() -> this.problem = settings.config().problem());
    }

    /** The screen, or the parent again if there is no session to ask. */
    public static Screen of(Screen parent) {
        Settings settings = AnimaClient.settings();
        return settings == null ? parent : new ConfigScreen(parent, settings);
    }

    @Override
    protected void init() {
        this.guard(() -> this.keys = this.settings.config().keys());
        int rows = Math.max(1, (this.height - TOP - 2 * ROW) / ROW);
        int pages = Math.max(1, (this.keys.size() + rows - 1) / rows);
        this.page = Math.max(0, Math.min(this.page, pages - 1));
        this.shown = this.keys.subList(this.page * rows, Math.min(this.keys.size(), (this.page + 1) * rows));
        this.fields.clear();
        for (int i = 0; i < this.shown.size(); i++) {
            this.addRow(this.shown.get(i), this.width / 2 + 20, TOP + i * ROW);
        }
        int bottom = this.height - WIDGET_HEIGHT - 6;
        this.addButton(Text.literal("<"), this.width / 2 - 100, bottom, 20, () -> this.turnPage(-1));
        this.addButton(Text.literal(">"), this.width / 2 + 80, bottom, 20, () -> this.turnPage(1));
        this.addButton(Text.translatable("gui.done"), this.width / 2 - 70, bottom, 140, this::close);
    }

    private void addRow(Config.Key key, int x, int y) {
        if (key.kind().equals("bool")) {
            this.addButton(Text.literal(key.value()), x, y, WIDGET_WIDTH, () -> this.set(key, key.value().equals("true") ? "false" : "true"));
        } else if (key.kind().startsWith("choice ")) {
            List<String> choices = List.of(key.kind().substring("choice ".length()).split(" "));
            String next = choices.get((choices.indexOf(key.value()) + 1) % choices.size());
            this.addButton(Text.literal(key.value()), x, y, WIDGET_WIDTH, () -> this.set(key, next));
        } else {
            TextFieldWidget field = new TextFieldWidget(this.textRenderer, x, y, WIDGET_WIDTH, WIDGET_HEIGHT, Text.literal(key.name()));
            field.setMaxLength(512);
            field.setText(key.value());
            this.addDrawableChild(field);
            this.fields.add(field);
            this.addButton(Text.literal("\u2714"), x + WIDGET_WIDTH + 4, y, WIDGET_HEIGHT, () -> this.set(key, field.getText()));
        }
    }

    private void addButton(Text label, int x, int y, int width, Runnable press) {
        this.addDrawableChild(ButtonWidget.builder(label, button -> press.run()).dimensions(x, y, width, WIDGET_HEIGHT).build());
    }

    private void turnPage(int by) {
        this.page += by;
        this.clearAndInit();
    }

    private void set(Config.Key key, String value) {
        this.guard(() -> {
            this.problem = this.settings.config().set(key.name(), value);
            this.settings.read();
        });
        this.clearAndInit();
    }

    /** Asks the native side. A mistake there is shown; the game would not survive it. */
    private void guard(Runnable ask) {
        try {
            ask.run();
        } catch (RuntimeException e) {
            Log.error("Anima made a mistake: " + e.getMessage(), e);
            this.problem = "Anima made a mistake: " + e.getMessage();
        }
    }

    @Override
    public void tick() {
        this.fields.forEach(TextFieldWidget::tick);
    }

    @Override
    public void render(MatrixStack matrices, int mouseX, int mouseY, float delta) {
        this.renderBackground(matrices);
        this.textRenderer.drawWithShadow(matrices, this.title, (this.width - this.textRenderer.getWidth(this.title)) / 2f, 10, WHITE);
        for (int i = 0; i < this.shown.size(); i++) {
            Config.Key key = this.shown.get(i);
            int y = TOP + i * ROW + 6;
            boolean hovered = mouseY >= y - 6 && mouseY < y - 6 + ROW;
            String text = hovered ? key.help() : key.name();
            int most = this.width / 2;
            this.textRenderer.drawWithShadow(matrices, this.textRenderer.trimToWidth(text, most), 12, y, hovered ? GREY : WHITE);
        }
        if (this.problem != null) {
            this.textRenderer.drawWithShadow(matrices, PlainText.of(this.problem), 12, 22, RED);
        }
        super.render(matrices, mouseX, mouseY, delta);
    }

    @Override
    public void close() {
        this.client.setScreen(this.parent);
    }
}
