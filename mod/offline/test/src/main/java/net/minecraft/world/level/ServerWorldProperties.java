package net.minecraft.world.level;

import net.minecraft.world.MutableWorldProperties;

/** Double. */
public interface ServerWorldProperties extends MutableWorldProperties {
    int getClearWeatherTime();

    int getRainTime();

    int getThunderTime();
}
