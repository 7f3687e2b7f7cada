package net.minecraft.world;

import anima.doubles.Names;
import net.minecraft.block.BlockState;
import net.minecraft.entity.Entity;
import net.minecraft.registry.DynamicRegistryManager;
import net.minecraft.registry.Registry;
import net.minecraft.registry.RegistryKey;
import net.minecraft.util.Identifier;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.biome.Biome;

/** Double: the values that a world shows. */
public abstract class World implements WorldAccess, AutoCloseable {
    public final boolean isClient;
    public RegistryKey<World> doubleDimension = RegistryKey.doubleOf(new Identifier("minecraft", "overworld"));
    public Names<Biome> doubleBiomes = Names.make();
    public Difficulty doubleDifficulty = Difficulty.NORMAL;
    public boolean doubleHardcore;
    public long doubleTimeOfDay;
    public boolean doubleRaining;
    public boolean doubleThundering;
    public int doubleSkyLight = 15;
    public int doubleBlockLight;
    /** The one cell that is lit; null for all. */
    public BlockPos doubleLitCell;

    public World() {
        isClient = false;
    }

    protected World(Void ofClient) {
        isClient = true;
    }

    public RegistryKey<World> getRegistryKey() {
        return doubleDimension;
    }

    public long getTimeOfDay() {
        return doubleTimeOfDay;
    }

    public boolean isRaining() {
        return doubleRaining;
    }

    public boolean isThundering() {
        return doubleThundering;
    }

    @Override
    public Difficulty getDifficulty() {
        return doubleDifficulty;
    }

    @Override
    public WorldProperties getLevelProperties() {
        return () -> doubleHardcore;
    }

    public BlockPos getSpawnPos() {
        return BlockPos.ORIGIN;
    }

    @Override
    public int getBottomY() {
        return -64;
    }

    @Override
    public int getHeight() {
        return 384;
    }

    @Override
    public DynamicRegistryManager getRegistryManager() {
        return new DynamicRegistryManager() {
            @Override
            @SuppressWarnings("unchecked")
            public <E> Registry<E> get(RegistryKey<? extends Registry<? extends E>> key) {
                return (Registry<E>) doubleBiomes;
            }
        };
    }

    @Override
    public int getLightLevel(LightType type, BlockPos pos) {
        BlockPos lit = doubleLitCell;
        boolean dark = lit != null && (lit.getX() != pos.getX() || lit.getY() != pos.getY() || lit.getZ() != pos.getZ());
        return dark ? 0 : type == LightType.SKY ? doubleSkyLight : doubleBlockLight;
    }

    public abstract Entity getEntityById(int id);

    public void onBlockChanged(BlockPos pos, BlockState before, BlockState now) {
    }

    @Override
    public void close() {
    }
}
