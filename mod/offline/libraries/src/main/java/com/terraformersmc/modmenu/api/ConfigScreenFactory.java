package com.terraformersmc.modmenu.api;

import net.minecraft.client.gui.screen.Screen;

/** Stands in for the real one. */
@FunctionalInterface
public interface ConfigScreenFactory<S extends Screen> {
    S create(Screen parent);
}
