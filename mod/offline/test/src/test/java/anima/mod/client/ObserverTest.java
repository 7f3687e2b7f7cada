package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import anima.doubles.Flat;
import anima.doubles.GameData;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Test;

/** Which world is told of. */
class ObserverTest extends InGame {
    @Test
    void aWorldThatCouldNotBeEnteredIsNotToldOf() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        play.session().close(); // Every call throws from now on.
        Flat.join(client);
        assertThrows(IllegalStateException.class, () -> play.observer().follow(client));
        // It would be written into the picture of the world before.
        assertDoesNotThrow(() -> play.observer().blockChanged(client.world, new BlockPos(3, 63, -4), GameData.state("minecraft:dirt")));
    }
}
