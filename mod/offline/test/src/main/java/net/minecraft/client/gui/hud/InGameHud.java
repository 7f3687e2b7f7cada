package net.minecraft.client.gui.hud;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.gui.DrawableHelper;
import net.minecraft.text.Text;

/** Double: remembers what it shows. */
public class InGameHud extends DrawableHelper {
    private final ChatHud chatHud = new ChatHud();
    public final List<String> doubleOverlays = new ArrayList<>();

    public ChatHud getChatHud() {
        return chatHud;
    }

    public void setOverlayMessage(Text message, boolean tinted) {
        doubleOverlays.add(message.getString());
    }
}
