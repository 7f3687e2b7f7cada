package anima.mod.server;

import anima.mod.Log;
import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import anima.mod.server.body.PlayedServer;
import anima.mod.server.body.ServerPlay;
import anima.mod.server.suite.SuiteCommand;
import anima.mod.server.suite.Suites;
import java.util.UUID;
import java.util.function.Consumer;
import net.fabricmc.api.ModInitializer;
import net.fabricmc.fabric.api.command.v2.CommandRegistrationCallback;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerChunkEvents;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerLifecycleEvents;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.fabricmc.fabric.api.networking.v1.ServerPlayNetworking;
import net.fabricmc.loader.api.FabricLoader;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;

/**
 * The part of the mod that runs where the server runs, dedicated or inside a client: it works the tick gate, and calls the bodies that
 * play in it.
 *
 * <p>It uses nothing that only clients have.
 */
public final class AnimaServer implements ModInitializer {
    /** By whom the gate is held while a server body thinks. */
    private static final UUID BODIES = new UUID(0, 0);

    private final Suites suites = new Suites();
    private ServerRules rules = ServerRules.DEFAULT;

    @Override
    public void onInitialize() {
        this.rules = ServerRules.readOrClosed(FabricLoader.getInstance().getConfigDir(), why -> Log.error("Anima: " + why));
        CommandRegistrationCallback.EVENT.register((dispatcher, registries, environment) -> new SuiteCommand(this.suites).register(dispatcher));
        ServerLifecycleEvents.SERVER_STARTED.register(this.suites::started);
        ServerLifecycleEvents.SERVER_STOPPING.register(this.suites::stopping);
        ServerTickEvents.START_SERVER_TICK.register(this::beginTick);
        ServerTickEvents.END_SERVER_TICK.register(this.suites::endTick);
        ServerTickEvents.END_WORLD_TICK.register(world -> report(world, play -> play.worldTicked(world)));
        ServerChunkEvents.CHUNK_LOAD.register((world, chunk) -> report(world, play -> play.chunkLoaded(world, chunk)));
        ServerChunkEvents.CHUNK_UNLOAD.register((world, chunk) -> report(world, play -> play.chunkUnloaded(world, chunk)));
        ServerPlayNetworking.registerGlobalReceiver(PauseChannel.ID, (server, player, handler, buf, sender) -> {
            boolean thinks = buf.readBoolean();
            long limitMillis = buf.readInt();
            server.execute(() -> this.asked(server, player, thinks, limitMillis));
        });
        ServerPlayConnectionEvents.DISCONNECT.register((handler, server) -> gate(server).letGo(handler.player.getUuid()));
    }

    private static void report(ServerWorld world, Consumer<ServerPlay> what) {
        ServerPlay play = PlayedServer.playIn(world);
        if (play != null) {
            what.accept(play);
        }
    }

    private static TickGate gate(MinecraftServer server) {
        return ((GatedServer) server).anima$tickGate();
    }

    /**
     * Just before the worlds are ticked: the bodies decide, the gate opens or closes for the tick that begins, and if it
     * is played the bodies act.
     */
    private void beginTick(MinecraftServer server) {
        TickGate gate = gate(server);
        this.suites.beginTick(server);
        ServerPlay play = ((PlayedServer) server).anima$play();
        int people = PlayedServer.people(server);
        if (play != null && play.decide(this.rules.pause() && (this.rules.withOthers() || people == 0))) {
            gate.hold(BODIES, this.rules.limitMillis());
        } else {
            gate.letGo(BODIES);
        }
        boolean fair = this.rules.withOthers() || people <= 1;
        for (UUID who : gate.beginTick(this.rules.pause() && fair)) {
            if (who.equals(BODIES)) {
                Log.info("Anima: the bodies may not hold the world any longer");
                play.mayNotPause();
                continue;
            }
            Log.info("Anima: " + who + " may not hold the world any longer");
            ServerPlayerEntity player = server.getPlayerManager().getPlayer(who);
            if (player != null) {
                answer(player, false);
            }
        }
        if (gate.takeHeldSave()) {
            server.saveAll(true, false, false);
        }
        if (play != null && !gate.isClosed()) {
            play.act();
        }
    }

    /** A player's agent begins or stops to think. */
    private void asked(MinecraftServer server, ServerPlayerEntity player, boolean thinks, long limitMillis) {
        TickGate gate = gate(server);
        UUID who = player.getUuid();
        boolean allowed = this.rules.pause() && player.hasPermissionLevel(this.rules.permissionLevel())
            && (this.rules.withOthers() || PlayedServer.people(server) <= 1);
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
