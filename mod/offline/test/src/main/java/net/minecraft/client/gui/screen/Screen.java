package net.minecraft.client.gui.screen;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.font.TextRenderer;
import net.minecraft.client.gui.AbstractParentElement;
import net.minecraft.client.gui.Drawable;
import net.minecraft.client.gui.Element;
import net.minecraft.client.gui.Selectable;
import net.minecraft.client.util.math.MatrixStack;
import net.minecraft.text.Text;

/** Double. */
public abstract class Screen extends AbstractParentElement implements Drawable {
    protected final Text title;
    /** Whether the game goes on reading its keys behind it. */
    public boolean passEvents;
    public int width = 427;
    public int height = 240;
    protected MinecraftClient client = MinecraftClient.getInstance();
    protected TextRenderer textRenderer = new TextRenderer();
    public final List<Object> doubleChildren = new ArrayList<>();

    protected Screen(Text title) {
        this.title = title;
    }

    protected <T extends Element & Drawable & Selectable> T addDrawableChild(T child) {
        doubleChildren.add(child);
        return child;
    }

    protected void init() {
    }

    protected void clearAndInit() {
        doubleChildren.clear();
        init();
    }

    public void doubleInit() {
        clearAndInit();
    }

    /** The texts that are drawn meanwhile. */
    public List<String> doubleShown(Runnable drawing) {
        textRenderer.doubleTexts.clear();
        drawing.run();
        return List.copyOf(textRenderer.doubleTexts);
    }

    public void tick() {
    }

    public void close() {
        client.setScreen(null);
    }

    public void renderBackground(MatrixStack matrices) {
    }

    @Override
    public void render(MatrixStack matrices, int mouseX, int mouseY, float delta) {
    }
}
