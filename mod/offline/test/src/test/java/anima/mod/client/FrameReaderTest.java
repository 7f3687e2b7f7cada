package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Gl;
import anima.mod.client.pixels.FrameReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.minecraft.client.MinecraftClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FrameReaderTest {
    private final MinecraftClient client = Game.client();
    private final List<String> pictures = new ArrayList<>();
    private final FrameReader reader = new FrameReader((pixels, width, height) -> pictures.add(width + "x" + height + " of " + pixels.get(0)));

    @BeforeEach
    void reset() {
        Gl.reset();
    }

    /** A frame of the game: world, then what lies over it. Everything is afterwards as before. */
    private void frame(boolean withHud) {
        Map<Integer, Integer> state = new TreeMap<>(Gl.STATE);
        Map<Integer, Boolean> enabled = new TreeMap<>(Gl.ENABLED);
        reader.world(client, withHud);
        reader.frame(client, withHud);
        assertEquals(state, Gl.STATE);
        assertEquals(enabled, Gl.ENABLED);
        assertEquals(0, Gl.mapped());
        Gl.nextFrame();
    }

    @Test
    void readsOnlyWhatIsWantedAndNeverWaits() {
        for (int i = 0; i < 5; i++) {
            frame(false);
        }
        assertEquals(Map.of(), Gl.LIVE, "nothing is made before it is needed");
        reader.want();
        frame(false);
        frame(false);
        assertEquals(List.of(), pictures);
        frame(false);
        assertEquals(1, pictures.size());
        assertTrue(pictures.get(0).startsWith("640x360 of "), "scaled by the graphics card");
        for (int i = 0; i < 5; i++) {
            frame(false);
        }
        assertEquals(1, pictures.size());
        assertEquals(List.of(), Gl.WAITS);
    }

    @Test
    void withTheHudItReadsAtTheEndOfTheFrame() {
        reader.want();
        reader.world(client, true);
        assertEquals(Map.of(), Gl.LIVE);
        for (int i = 0; i < 4; i++) {
            frame(true);
        }
        assertEquals(1, pictures.size());
    }

    @Test
    void aSlowCardDropsNoWish() {
        Gl.latency = 10;
        for (int i = 0; i < 6; i++) {
            reader.want();
            frame(false);
        }
        assertEquals(3, Gl.LIVE.get("fence"), "no more than three on their way");
        for (int i = 0; i < 30; i++) {
            frame(false);
        }
        assertEquals(4, pictures.size(), "the wish that stayed is met when one is free");
        assertEquals(0, Gl.LIVE.get("fence"));
    }

    @Test
    void whereTheCardCannotScaleTheWholeFrameIsRead() {
        Gl.complete = false;
        reader.want();
        for (int i = 0; i < 4; i++) {
            frame(false);
        }
        assertEquals(List.of("1280x720 of 7"), pictures);
        assertEquals(0, Gl.LIVE.get("framebuffer"));
        client.getFramebuffer().textureWidth = 320; // Resized.
        client.getFramebuffer().textureHeight = 200;
        reader.want();
        for (int i = 0; i < 4; i++) {
            frame(false);
        }
        assertEquals("320x200 of 7", pictures.get(1));
        client.getFramebuffer().textureWidth = 1280;
        client.getFramebuffer().textureHeight = 720;
    }

    @Test
    void everythingIsGivenBack() {
        reader.want();
        frame(false);
        reader.close();
        reader.close();
        Gl.LIVE.forEach((kind, count) -> assertEquals(0, count, kind));
    }
}
