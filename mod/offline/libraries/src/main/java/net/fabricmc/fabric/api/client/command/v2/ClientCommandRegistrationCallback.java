package net.fabricmc.fabric.api.client.command.v2;

import com.mojang.brigadier.CommandDispatcher;
import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.command.CommandRegistryAccess;

/** Stands in for the real one. */
@FunctionalInterface
public interface ClientCommandRegistrationCallback {
    Event<ClientCommandRegistrationCallback> EVENT = EventFactory.createArrayBacked(
        ClientCommandRegistrationCallback.class, listeners -> (dispatcher, access) -> {
            for (ClientCommandRegistrationCallback listener : listeners) {
                listener.register(dispatcher, access);
            }
        });

    void register(CommandDispatcher<FabricClientCommandSource> dispatcher, CommandRegistryAccess access);
}
