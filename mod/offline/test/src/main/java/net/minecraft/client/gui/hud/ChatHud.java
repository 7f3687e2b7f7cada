package net.minecraft.client.gui.hud;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.gui.DrawableHelper;
import net.minecraft.text.Text;

/** Double: remembers its lines. */
public class ChatHud extends DrawableHelper {
    public final List<String> doubleLines = new ArrayList<>();

    public void addMessage(Text message) {
        doubleLines.add(message.getString());
    }
}
