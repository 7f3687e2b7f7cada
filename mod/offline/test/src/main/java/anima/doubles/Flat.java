package anima.doubles;

import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.DownloadingTerrainScreen;
import net.minecraft.client.gui.screen.ProgressScreen;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.client.network.ClientPlayerInteractionManager;
import net.minecraft.client.network.ServerInfo;
import net.minecraft.client.world.ClientWorld;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.util.math.ChunkPos;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.chunk.ChunkSection;
import net.minecraft.world.chunk.WorldChunk;

/** A world of stone up to y = 63, in which nothing moves: enough to see what the agent's hands do. */
public final class Flat {
    private static final int STONE_SECTIONS = 8;
    private static final int SECTIONS = 24;
    /** The hash of the seed of its server. */
    public static final long SEED = 77;

    private Flat() {
    }

    /** The client joins it, over a new connection. */
    public static void join(MinecraftClient client) {
        join(client, () -> { });
    }

    /** The client joins it, over a new connection, and something happens between the join and the first chunk. */
    public static void join(MinecraftClient client, Runnable joined) {
        client.player = null;
        client.doubleConnection = new ClientPlayNetworkHandler();
        join(client, SEED, joined);
    }

    /** The client joins it at an address, over a new connection. */
    public static void join(MinecraftClient client, String address, long seed) {
        client.player = null;
        client.doubleConnection = new ClientPlayNetworkHandler();
        client.doubleConnection.doubleEntry = ServerInfo.doubleOf(address);
        join(client, seed, () -> { });
    }

    /**
     * A proxy takes the client to another of its servers over the connection that it has: by the packet that begins a game,
     * which leaves the player its body, and by one that gives it another, as on a change of dimension.
     */
    public static void switchServer(MinecraftClient client, long seed, Runnable joined) {
        join(client, seed, () -> {
            joined.run();
            respawn(client);
        });
    }

    private static void join(MinecraftClient client, long seed, Runnable joined) {
        client.doubleConnection.onGameJoin(new GameJoinS2CPacket(seed, () -> {
            ClientPlayerEntity kept = client.player;
            enterWorld(client, "minecraft:overworld", kept == null ? player(client) : kept);
        }));
        joined.run();
        seeLand(client);
    }

    /** The client enters another dimension over the connection that it has, behind the screens that the game shows meanwhile. */
    public static void enter(MinecraftClient client, String dimension) {
        enterWorld(client, dimension, player(client)); // ClientPlayNetworkHandler.onPlayerRespawn
        seeLand(client);
    }

    /** {@code MinecraftClient.joinWorld}. */
    private static void enterWorld(MinecraftClient client, String dimension, ClientPlayerEntity player) {
        client.setScreen(new ProgressScreen(true));
        ClientWorld world = new ClientWorld();
        String[] name = dimension.split(":");
        world.doubleDimension = net.minecraft.registry.RegistryKey.doubleOf(new net.minecraft.util.Identifier(name[0], name[1]));
        world.doubleBiomes.add("minecraft:plains", new Biome());
        world.doubleBiomes.add("minecraft:desert", new Biome());
        client.world = world;
        client.interactionManager = new ClientPlayerInteractionManager();
        client.player = player;
        world.doubleEntities.add(player);
        client.setScreen(new DownloadingTerrainScreen());
    }

    private static void seeLand(MinecraftClient client) {
        for (int x = -2; x <= 2; x++) {
            for (int z = -2; z <= 2; z++) {
                load(client.world, x, z);
            }
        }
        client.setScreen(null);
    }

    /** The player stands up again in the same world, in a new body. */
    public static void respawn(MinecraftClient client) {
        client.world.doubleEntities.remove(client.player);
        client.player = player(client);
        client.world.doubleEntities.add(client.player);
    }

    /** The client leaves whatever it is in; then Fabric API undoes what it has numbered anew. */
    public static void leave(MinecraftClient client) {
        client.world = null;
        client.player = null;
        client.interactionManager = null;
        client.doubleConnection = null;
        client.currentScreen = null;
        RegistrySync.unmap();
    }

    private static ClientPlayerEntity player(MinecraftClient client) {
        ClientPlayerEntity player = new ClientPlayerEntity(client.doubleConnection);
        player.doubleId = 1;
        player.doubleType = GameData.entityType("minecraft:player");
        player.doubleX = 0.5;
        player.doubleY = 64;
        player.doubleZ = 0.5;
        player.doubleWidth = 0.6F;
        player.doubleHeight = 1.8F;
        player.doubleEyeHeight = 1.62F;
        player.doubleOnGround = true;
        return player;
    }

    /** Loads a chunk, as a packet does. */
    public static WorldChunk load(ClientWorld world, int x, int z) {
        WorldChunk chunk = chunk(x, z);
        world.doubleChunks.doubleLoad(world, chunk);
        return chunk;
    }

    /** A chunk of it. */
    public static WorldChunk chunk(int x, int z) {
        WorldChunk chunk = new WorldChunk() {
        };
        chunk.doublePos = new ChunkPos(x, z);
        chunk.doubleSections = new ChunkSection[SECTIONS];
        for (int i = 0; i < SECTIONS; i++) {
            chunk.doubleSections[i] = new ChunkSection();
            chunk.doubleSections[i].doubleState = GameData.state(i < STONE_SECTIONS ? "minecraft:stone" : "minecraft:air");
            chunk.doubleSections[i].doubleBiomes = GameData.container(0);
        }
        return chunk;
    }
}
