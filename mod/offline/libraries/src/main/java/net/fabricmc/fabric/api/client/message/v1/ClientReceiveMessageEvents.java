package net.fabricmc.fabric.api.client.message.v1;

import com.mojang.authlib.GameProfile;
import java.time.Instant;
import net.fabricmc.fabric.api.event.Event;
import net.fabricmc.fabric.api.event.EventFactory;
import net.minecraft.network.message.MessageType;
import net.minecraft.network.message.SignedMessage;
import net.minecraft.text.Text;

/** Stands in for the real one. */
public final class ClientReceiveMessageEvents {
    public static final Event<Chat> CHAT = EventFactory.createArrayBacked(Chat.class, listeners -> (message, signed, sender, parameters, received) -> {
        for (Chat listener : listeners) {
            listener.onReceiveChatMessage(message, signed, sender, parameters, received);
        }
    });

    public static final Event<Game> GAME = EventFactory.createArrayBacked(Game.class, listeners -> (message, overlay) -> {
        for (Game listener : listeners) {
            listener.onReceiveGameMessage(message, overlay);
        }
    });

    private ClientReceiveMessageEvents() {
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Chat {
        void onReceiveChatMessage(Text message, SignedMessage signed, GameProfile sender, MessageType.Parameters parameters, Instant received);
    }

    /** Called when it happens. */
    @FunctionalInterface
    public interface Game {
        void onReceiveGameMessage(Text message, boolean overlay);
    }
}
