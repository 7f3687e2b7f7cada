package anima.mod.client;

import java.nio.file.Path;
import net.minecraft.client.MinecraftClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests in a game with the mod in it; whatever session a test opens ends with it. */
abstract class InGame {
    final MinecraftClient client = Game.client();
    Play play;

    /** For the session of a test. */
    @TempDir
    Path home;

    @BeforeAll
    static void library() {
        Game.start();
    }

    @AfterEach
    void leave() {
        Game.close(play);
    }
}
