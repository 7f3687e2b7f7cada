package anima.mod;

import static org.junit.jupiter.api.Assertions.assertTrue;

import net.minecraft.server.MinecraftServer;
import org.junit.jupiter.api.Test;
import org.spongepowered.asm.mixin.MixinEnvironment;

class MixinsTest {
    @Test
    void theGameHasIntermediaryNamesHere() {
        assertTrue(net.minecraft.server.world.ServerWorld.class.getName().startsWith("net.minecraft.class_"));
        assertTrue(MinecraftServer.class.getClassLoader().getClass().getSimpleName().equals("GameLoader"));
    }

    @Test
    void everyMixinApplies() {
        MixinEnvironment.getCurrentEnvironment().audit(); // Loads every target that is not loaded yet.
    }
}
