package net.minecraft.client.toast;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.MinecraftClient;
import net.minecraft.text.Text;

/** Double: its lines, wrapped where the game wraps them. */
public class SystemToast implements Toast {
    public static final int doubleWidest = 200;

    public final String doubleTitle;
    public final List<String> doubleLines = new ArrayList<>();

    private SystemToast(String title) {
        doubleTitle = title;
    }

    public static SystemToast create(MinecraftClient client, SystemToast.Type type, Text title, Text description) {
        SystemToast toast = new SystemToast(title.getString());
        String line = "";
        for (String word : description.getString().split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (client.textRenderer.getWidth(longer) > doubleWidest && !line.isEmpty()) {
                toast.doubleLines.add(line);
                longer = word;
            }
            line = longer;
        }
        toast.doubleLines.add(line);
        return toast;
    }

    /** Double. */
    public enum Type {
        TUTORIAL_HINT, NARRATOR_TOGGLE, WORLD_BACKUP, PACK_LOAD_FAILURE, WORLD_ACCESS_FAILURE, PACK_COPY_FAILURE,
        PERIODIC_NOTIFICATION, UNSECURE_SERVER_WARNING
    }
}
