package net.minecraft.server.integrated;

import java.util.function.Consumer;
import java.util.function.Function;
import net.minecraft.registry.DynamicRegistryManager;
import net.minecraft.world.dimension.DimensionOptionsRegistryHolder;
import net.minecraft.world.gen.GeneratorOptions;
import net.minecraft.world.level.LevelInfo;

/** Double: a world of this name is entered as a test wants it. */
public class IntegratedServerLoader {
    public Consumer<String> doubleStarts;

    public void createAndStart(
            String name, LevelInfo info, GeneratorOptions options, Function<DynamicRegistryManager, DimensionOptionsRegistryHolder> dimensions) {
        doubleStarts.accept(name);
    }
}
