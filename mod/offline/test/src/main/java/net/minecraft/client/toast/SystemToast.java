package net.minecraft.client.toast;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.text.Text;

/** Double: remembers the toasts. */
public class SystemToast {
    public static final List<String> doubleToasts = new ArrayList<>();

    public static void add(ToastManager manager, SystemToast.Type type, Text title, Text description) {
        doubleToasts.add(title.getString() + ": " + description.getString());
    }

    /** Double. */
    public enum Type {
        TUTORIAL_HINT, NARRATOR_TOGGLE, WORLD_BACKUP, PACK_LOAD_FAILURE, WORLD_ACCESS_FAILURE, PACK_COPY_FAILURE,
        PERIODIC_NOTIFICATION, UNSECURE_SERVER_WARNING
    }
}
