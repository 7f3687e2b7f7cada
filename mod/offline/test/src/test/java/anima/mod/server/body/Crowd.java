package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertEquals;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Console;
import anima.mod.bridge.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.minecraft.block.BlockState;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.network.packet.s2c.play.EntitySpawnS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.Assumptions;

/** Sixteen bodies in a flat world, each with a herd around it, among blocks that change. */
final class Crowd implements AutoCloseable {
    static final int BODIES = 16;
    static final int HERD = 16;
    private static final int CHANGES = 200;
    private static final int APART = 48;

    final MinecraftServer server = new MinecraftServer() {
    };
    final ServerWorld world = new ServerWorld();
    final ServerPlay play;
    final List<BodyPlay> bodies = new ArrayList<>();
    private final Map<Long, WorldChunk> chunks = new HashMap<>();
    private final List<SheepEntity> sheep = new ArrayList<>();
    private final BlockPos[] places = new BlockPos[CHANGES];
    private final BlockState[] states = {GameData.state("minecraft:stone"), GameData.state("minecraft:dirt")};
    private int ticks;

    Crowd(Path home) {
        world.doubleServer = server;
        world.doubleGround = 64;
        world.doubleBiomes.add("minecraft:plains", new Biome());
        world.doubleChunks.doubleLoaded = (x, z) -> chunks.computeIfAbsent((long) x << 32 ^ z & 0xffffffffL, at -> Flat.chunk(x, z));
        server.doubleWorlds.add(world);
        play = new ServerPlay(server, home, home);
        ((PlayedServer) server).anima$setPlay(play);
        for (int i = 0; i < BODIES; i++) {
            join(i);
        }
        Random random = new Random(1);
        for (int i = 0; i < CHANGES; i++) {
            places[i] = new BlockPos(random.nextInt(BODIES * APART), random.nextInt(60), random.nextInt(16));
        }
        tick(1);
        for (BodyPlay body : bodies) {
            assertEquals(Console.Tone.GOOD, body.agent().console().run("do obtain 64 cobblestone").get(0).tone());
        }
        tick(30);
        bodies.forEach(body -> assertEquals(Turn.ACTING, body.turn().state(), body.agent().status().step()));
    }

    private void join(int number) {
        BodyPlay body = play.add("Body" + number, world, number * APART + 0.5, 64, 0.5);
        bodies.add(body);
        ServerPlayerEntity player = body.body().player();
        player.doubleType = GameData.entityType("minecraft:player");
        player.doubleEyeHeight = 1.62F;
        player.doubleHeight = 1.8F;
        player.doubleBreakingDelta = 0.3F;
        player.doubleBlockHit = new BlockHitResult(
            new Vec3d(number * APART + 0.5, 64, 1.5), Direction.UP, new BlockPos(number * APART, 63, 1), false);
        for (int i = 0; i < HERD; i++) {
            SheepEntity one = new SheepEntity();
            one.doubleId = 1_000 + sheep.size();
            one.doubleType = GameData.entityType("minecraft:pig");
            one.doubleHealth = 8;
            one.doubleX = number * APART + i % 4 * 2 - 4;
            one.doubleY = 64;
            one.doubleZ = i / 4 * 2 + 4;
            sheep.add(one);
            world.doubleEntities.put(one.getId(), one);
            body.body().handler().sendPacket(new EntitySpawnS2CPacket(one.getId()), null);
        }
    }

    /** What the world does by itself: herds move, blocks change. */
    void stir() {
        for (SheepEntity one : sheep) {
            one.doubleX += 0.001;
            one.doubleBodyYaw += 1;
        }
        ticks++;
    }

    /** All that the mod does in a tick: bodies are shown it, decide, act and go. */
    void mod() {
        for (BlockPos place : places) {
            world.onBlockChanged(place, null, states[ticks & 1]);
        }
        play.decide(false);
        play.act();
        for (BodyPlay body : bodies) {
            body.body().player().tickMovement();
        }
        play.worldTicked(world);
    }

    void tick(int times) {
        for (int i = 0; i < times; i++) {
            stir();
            mod();
        }
    }

    /** From now on the agents do nothing but hold keys: by turns those of a digger and of one who walks. */
    void hold(int keys) {
        for (BodyPlay body : bodies) {
            Console.Line answer = body.agent().console().run("fault " + keys).get(0);
            Assumptions.assumeTrue(answer.tone() == Console.Tone.GOOD, "SKIPPED: this library serves no faults");
        }
    }

    @Override
    public void close() {
        ((PlayedServer) server).anima$setPlay(null);
        play.close();
    }
}
