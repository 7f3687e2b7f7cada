package net.minecraft.server.integrated;

import net.minecraft.server.MinecraftServer;

/** Double. */
public class IntegratedServer extends MinecraftServer {
}
