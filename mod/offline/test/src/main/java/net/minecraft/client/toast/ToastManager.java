package net.minecraft.client.toast;

import java.util.ArrayList;
import java.util.List;
import net.minecraft.client.gui.DrawableHelper;

/** Double: remembers the toasts. */
public class ToastManager extends DrawableHelper {
    public final List<SystemToast> doubleToasts = new ArrayList<>();

    public void add(Toast toast) {
        doubleToasts.add((SystemToast) toast);
    }
}
