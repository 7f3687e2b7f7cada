package net.minecraft.server.world;

import anima.doubles.EmbeddedLand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import net.fabricmc.fabric.api.event.lifecycle.v1.ServerTickEvents;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.entity.Entity;
import net.minecraft.registry.RegistryKey;
import net.minecraft.registry.entry.RegistryEntry;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.Identifier;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.Heightmap;
import net.minecraft.world.StructureWorldAccess;
import net.minecraft.world.World;
import net.minecraft.world.WorldProperties;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.border.WorldBorder;
import net.minecraft.world.level.ServerWorldProperties;

/** Double: counts its ticks. */
public class ServerWorld extends World implements StructureWorldAccess {
    public final ServerChunkManager doubleChunks = new ServerChunkManager(this);
    public boolean savingDisabled;
    public MinecraftServer doubleServer;
    public int doubleTicks;
    /** How high its ground is, everywhere. */
    public double doubleGround = -64;
    public final List<ServerPlayerEntity> doublePlayers = new ArrayList<>();
    /** All others, by their ids. */
    public final Map<Integer, Entity> doubleEntities = new HashMap<>();

    /** What lies in it; null where nobody asks. */
    public EmbeddedLand doubleLand;
    public int doubleClearTicks;
    public int doubleRainTicks;

    public void setTimeOfDay(long time) {
        doubleTimeOfDay = time;
        if (doubleLand != null) {
            doubleLand.operate("time " + Math.floorMod(time, 24_000));
        }
    }

    public void setWeather(int clearTicks, int rainTicks, boolean raining, boolean thundering) {
        doubleClearTicks = clearTicks;
        doubleRainTicks = rainTicks;
        doubleRaining = raining;
        doubleThundering = thundering;
        if (doubleLand != null) {
            doubleLand.operate("weather " + (thundering ? "thunder" : raining ? "rain" : "clear"));
        }
    }

    /** As a server has them. */
    @Override
    public WorldProperties getLevelProperties() {
        return new ServerWorldProperties() {
            @Override
            public int getClearWeatherTime() {
                return doubleClearTicks;
            }

            @Override
            public int getRainTime() {
                return doubleRainTicks;
            }

            @Override
            public int getThunderTime() {
                return doubleRainTicks;
            }

            @Override
            public boolean isHardcore() {
                return doubleHardcore;
            }
        };
    }

    @Override
    public long getSeed() {
        return doubleLand.seed;
    }

    @Override
    public WorldBorder getWorldBorder() {
        return new WorldBorder();
    }

    @Override
    public int getTopY(Heightmap.Type type, int x, int z) {
        return doubleLand.top(x, z);
    }

    @Override
    public RegistryEntry<Biome> getGeneratorStoredBiome(int x, int y, int z) {
        String[] name = doubleLand.biome(x * 4, y * 4, z * 4).split(":");
        RegistryKey<Biome> key = RegistryKey.doubleOf(new Identifier(name[0], name[1]));
        return () -> Optional.of(key);
    }

    public void tick(BooleanSupplier shouldKeepTicking) {
        doubleTicks++;
        doubleChunks.tick(shouldKeepTicking, true);
        List.copyOf(doublePlayers).forEach(ServerPlayerEntity::tick);
        ServerTickEvents.END_WORLD_TICK.invoker().onEndTick(this); // Fabric's injection, at the tail.
    }

    @Override
    public MinecraftServer getServer() {
        return doubleServer;
    }

    @Override
    public ServerChunkManager getChunkManager() {
        return doubleChunks;
    }

    @Override
    public Entity getEntityById(int id) {
        Entity other = doubleEntities.get(id);
        return other != null ? other : doublePlayers.stream().filter(player -> player.getId() == id).findFirst().orElse(null);
    }

    /** Where it has no land nobody asks it for more than what becomes of digging, which {@link BlockState} leaves to whoever digs. */
    @Override
    public BlockState getBlockState(BlockPos pos) {
        return doubleLand != null ? doubleLand.block(pos) : Block.STATE_IDS.get(0);
    }

    @Override
    public void onBlockChanged(BlockPos pos, BlockState before, BlockState now) {
    }
}
