package com.terraformersmc.modmenu.api;

/** Stands in for the real one. */
public interface ModMenuApi {
    default ConfigScreenFactory<?> getModConfigScreenFactory() {
        return parent -> null;
    }
}
