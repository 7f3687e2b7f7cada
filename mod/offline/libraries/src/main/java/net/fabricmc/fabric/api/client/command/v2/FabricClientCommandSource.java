package net.fabricmc.fabric.api.client.command.v2;

import net.minecraft.client.MinecraftClient;
import net.minecraft.command.CommandSource;
import net.minecraft.text.Text;

/** Stands in for the real one. */
public interface FabricClientCommandSource extends CommandSource {
    void sendFeedback(Text message);

    void sendError(Text message);

    MinecraftClient getClient();
}
