package anima.mod.server;

import anima.mod.Log;
import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import java.util.UUID;
import net.fabricmc.api.ModInitializer;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.fabricmc.fabric.api.networking.v1.ServerPlayNetworking;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;

/**
 * The part of the mod that runs where the server runs, dedicated or inside a client: it works the tick gate.
 *
 * <p>It uses nothing that only clients have.
 */
public final class AnimaServer implements ModInitializer {
    private ServerRules rules = ServerRules.DEFAULT;

    @Override
    public void onInitialize() {
        this.rules = ServerRules.readOrClosed(FabricLoader.getInstance().getConfigDir(), why -> Log.error("Anima: " + why));
        ServerTickEvents.START_SERVER_TICK.register(this::beginTick);
        ServerPlayNetworking.registerGlobalReceiver(PauseChannel.ID, (server, player, handler, buf, sender) -> {
            boolean thinks = buf.readBoolean();
            long limitMillis = buf.readInt();
            server.execute(() -> this.asked(server, player, thinks, limitMillis));
        });
        ServerPlayConnectionEvents.DISCONNECT.register((handler, server) -> gate(server).letGo(handler.player.getUuid()));
    }

    private static TickGate gate(MinecraftServer server) {
        return ((GatedServer) server).anima$tickGate();
    }

    /** Opens or closes the gate for the tick that begins, just before the worlds are ticked. */
    private void beginTick(MinecraftServer server) {
        TickGate gate = gate(server);
        boolean fair = this.rules.withOthers() || server.getCurrentPlayerCount() <= 1;
        for (UUID who : gate.beginTick(this.rules.pause() && fair)) {
            Log.info("Anima: " + who + " may not hold the world any longer");
            ServerPlayerEntity player = server.getPlayerManager().getPlayer(who);
            if (player != null) {
                answer(player, false);
            }
        }
        if (gate.takeHeldSave()) {
            server.saveAll(true, false, false);
        }
    }

    /** A player's agent begins or stops to think. */
    private void asked(MinecraftServer server, ServerPlayerEntity player, boolean thinks, long limitMillis) {
        TickGate gate = gate(server);
        UUID who = player.getUuid();
        boolean allowed = this.rules.pause() && player.hasPermissionLevel(this.rules.permissionLevel())
            && (this.rules.withOthers() || server.getCurrentPlayerCount() <= 1);
        if (thinks && allowed) {
            gate.hold(who, Math.min(Math.max(limitMillis, 0), this.rules.limitMillis()));
        } else {
            gate.letGo(who);
        }
        if (thinks) {
            answer(player, allowed);
        }
    }

    private static void answer(ServerPlayerEntity player, boolean holds) {
        PacketByteBuf buf = PacketByteBufs.create();
        buf.writeBoolean(holds);
        ServerPlayNetworking.send(player, PauseChannel.ID, buf);
    }
}
