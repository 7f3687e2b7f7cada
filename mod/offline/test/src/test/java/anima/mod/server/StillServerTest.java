package anima.mod.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.fabricmc.fabric.api.networking.v1.ServerPlayNetworking;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ChunkHolder;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.server.world.ThreadedAnvilChunkStorage;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server of doubles with the shipped mod in it. */
class StillServerTest {
    private final MinecraftServer server = new MinecraftServer() {
    };
    private final ServerWorld world = new ServerWorld();
    private final ChunkHolder holder = new ChunkHolder();
    private final List<Boolean> answers = new ArrayList<>();
    private ServerPlayerEntity player;
    private ServerPlayNetworkHandler network;

    @BeforeAll
    static void start() {
        Mod.start();
    }

    @BeforeEach
    void fill() {
        world.doubleServer = server;
        holder.doubleChunk = new WorldChunk() {
        };
        world.doubleChunks.threadedAnvilChunkStorage.doubleHolders.add(holder);
        server.doubleWorlds.add(world);
        player = join();
        network = new ServerPlayNetworkHandler(player);
        server.doubleNetwork.add(network::tick);
        ServerPlayNetworking.wire = (to, channel, buf) -> {
            if (to == player) {
                answers.add(buf.readBoolean());
            }
        };
    }

    @AfterEach
    void cut() {
        ServerPlayNetworking.wire = null;
    }

    private ServerPlayerEntity join() {
        ServerPlayerEntity joined = new ServerPlayerEntity(server);
        server.getPlayerManager().doublePlayers.put(joined.getUuid(), joined);
        return joined;
    }

    private TickGate gate() {
        return ((GatedServer) server).anima$tickGate();
    }

    private ThreadedAnvilChunkStorage storage() {
        return world.doubleChunks.threadedAnvilChunkStorage;
    }

    private void tick(int times) {
        for (int i = 0; i < times; i++) {
            server.tick(() -> true);
        }
    }

    private void ask(ServerPlayerEntity who, boolean thinks, int millis) {
        PacketByteBuf buf = PacketByteBufs.create();
        buf.writeBoolean(thinks);
        buf.writeInt(millis);
        ServerPlayNetworking.RECEIVERS.get(PauseChannel.ID.toString()).receive(server, who, network, buf, null);
    }

    @Test
    void nothingPassesWhileItIsHeldButNetworkAndTasksGoOn() {
        tick(5);
        assertEquals(5, world.doubleTicks);
        assertEquals(5, player.doubleTicks);
        gate().hold(player.getUuid(), 100_000);
        int[] commands = new int[1];
        for (int i = 0; i < 20_000; i++) {
            server.execute(() -> commands[0]++);
            tick(1);
        }
        assertEquals(5, world.doubleTicks, "world ticks");
        assertEquals(5, world.doubleChunks.doubleChunkTicks, "random ticks and spawning");
        assertEquals(5, player.doubleTicks, "hunger, air and fire");
        assertEquals(5, server.doubleFunctions().doubleTicks, "functions of data packs");
        assertEquals(0, server.doubleSaves, "saves: three autosaves were due");
        assertEquals(20_000, commands[0], "commands");
        assertEquals(20_005, network.doubleTicks, "network ticks");
        assertEquals(20_005, world.doubleChunks.doubleTicks, "chunks are loaded on");
        assertEquals(20_000, holder.doubleFlushes, "what commands change is shown");
        assertEquals(20_000, world.doubleChunks.threadedAnvilChunkStorage.doubleMovements);

        gate().letGo(player.getUuid());
        tick(1);
        assertEquals(6, world.doubleTicks, "resumed with the next tick");
        assertEquals(6, player.doubleTicks);
        assertEquals(1, server.doubleSaves, "the autosave that was held");
        tick(6000);
        assertEquals(2, server.doubleSaves);
    }

    @Test
    void whatAPersonSavesIsSavedAtOnce() {
        gate().hold(player.getUuid(), 100_000);
        tick(1);
        assertTrue(server.saveAll(true, true, true), "/save-all flush");
        assertTrue(server.saveAll(true, false, true), "/save-all");
        assertTrue(server.saveAll(false, false, false), "the game's menu is opened");
        assertEquals(3, server.doubleSaves);
        assertFalse(server.saveAll(true, false, false), "the autosave");
        gate().letGo(player.getUuid());
        tick(1);
        assertEquals(4, server.doubleSaves, "which comes as soon as the world goes on");
    }

    @Test
    void nothingIsWrittenUntilTheWorldGoesOn() {
        gate().hold(player.getUuid(), 100_000);
        storage().doubleUnsavedChunks = 20;
        storage().doubleUnsavedPoints = 30;
        storage().doubleUnloadTasks = 3000;
        tick(100);
        assertEquals(0, storage().doubleSaves);
        gate().letGo(player.getUuid());
        tick(1);
        assertEquals(3050, storage().doubleSaves, "all of it with the next tick");
    }

    @Test
    void whoTurnedSavingOffFindsItOffAfterwards() {
        world.savingDisabled = true;
        gate().hold(player.getUuid(), 100_000);
        tick(1);
        assertTrue(world.savingDisabled);
    }

    @Test
    void whoIsHeldInMidAirIsNotKicked() {
        network.doubleFloating = true;
        gate().hold(player.getUuid(), 100_000);
        tick(1000);
        assertFalse(network.doubleKicked);
        gate().letGo(player.getUuid());
        tick(81);
        assertTrue(network.doubleKicked, "the rule itself still holds");
    }

    @Test
    void theServerLetsGoOfAHungClientInTime() throws InterruptedException {
        ask(player, true, 200);
        long began = System.nanoTime();
        tick(1);
        assertTrue(gate().isClosed());
        while (gate().isClosed() && System.nanoTime() - began < 5_000_000_000L) {
            Thread.sleep(1);
            tick(1);
        }
        long tookMillis = (System.nanoTime() - began) / 1_000_000;
        assertTrue(tookMillis >= 150 && tookMillis < 1000, tookMillis + " ms");
        assertEquals(List.of(true, false), answers);
    }

    @Test
    void aClientAsksOverTheNetwork() {
        ask(player, true, 100_000);
        tick(3);
        assertEquals(0, world.doubleTicks);
        assertEquals(List.of(true), answers);
        ask(player, false, 0);
        tick(3);
        assertEquals(3, world.doubleTicks);
        assertEquals(List.of(true), answers, "a player that stops thinking needs no answer");
    }

    @Test
    void othersAreNotHeld() {
        ServerPlayerEntity other = join();
        ask(player, true, 100_000);
        tick(1);
        assertEquals(1, world.doubleTicks);
        assertEquals(List.of(false), answers);

        server.getPlayerManager().doublePlayers.remove(other.getUuid());
        ask(player, true, 100_000);
        tick(1);
        assertEquals(1, world.doubleTicks);
        join();
        tick(1);
        assertEquals(2, world.doubleTicks, "a player that joins ends the pause");
        assertEquals(List.of(false, true, false), answers);
    }

    @Test
    void whoLeavesLetsGo() {
        ask(player, true, 100_000);
        tick(1);
        assertTrue(gate().isClosed());
        ServerPlayConnectionEvents.DISCONNECT.invoker().onPlayDisconnect(network, server);
        tick(1);
        assertFalse(gate().isClosed());
    }

    @Test
    void aMessageThatIsCutOffThrowsOnTheNetworkThreadOnly() {
        PacketByteBuf empty = PacketByteBufs.create();
        try {
            ServerPlayNetworking.RECEIVERS.get(PauseChannel.ID.toString()).receive(server, player, network, empty, null);
        } catch (IndexOutOfBoundsException expected) {
            tick(1);
            assertEquals(1, world.doubleTicks);
            return;
        }
        throw new AssertionError("an empty message was taken");
    }
}
