package net.minecraft.client.gui.widget;

import net.minecraft.text.Text;

/** Double. */
public class ButtonWidget extends PressableWidget {
    public final String doubleLabel;
    private final PressAction action;

    private ButtonWidget(Text label, PressAction action) {
        doubleLabel = label.getString();
        this.action = action;
    }

    public static Builder builder(Text label, PressAction action) {
        return new Builder(label, action);
    }

    public void doublePress() {
        action.onPress(this);
    }

    /** Double. */
    @FunctionalInterface
    public interface PressAction {
        void onPress(ButtonWidget button);
    }

    /** Double. */
    public static class Builder {
        private final Text label;
        private final PressAction action;

        Builder(Text label, PressAction action) {
            this.label = label;
            this.action = action;
        }

        public Builder dimensions(int x, int y, int width, int height) {
            return this;
        }

        public ButtonWidget build() {
            return new ButtonWidget(label, action);
        }
    }
}
