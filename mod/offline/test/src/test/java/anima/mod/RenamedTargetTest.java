package anima.mod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mixin whose target has another name does not compile, with the options that the build gives to Mixin's processor. */
class RenamedTargetTest {
    private static final String MIXIN = """
        package test;

        import net.minecraft.client.Mouse;
        import org.spongepowered.asm.mixin.Mixin;
        import org.spongepowered.asm.mixin.injection.At;
        import org.spongepowered.asm.mixin.injection.Inject;
        import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

        @Mixin(Mouse.class)
        abstract class TestMixin {
            @Inject(method = "METHOD", at = @At(AT))
            private void hook(long window, int button, int action, int mods, CallbackInfo info) {
            }
        }
        """;

    private static final String PROCESSOR = "org.spongepowered.tools.obfuscation.MixinObfuscationProcessor";

    @TempDir
    Path folder;

    private String compile(String method, String at) throws IOException, InterruptedException {
        Path source = Files.writeString(Files.createDirectories(folder.resolve("test")).resolve("TestMixin.java"), MIXIN.replace("METHOD", method).replace("AT", at));
        List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "javac").toString(), "-d", folder.toString(),
            "-classpath", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "-processor", PROCESSOR + "Injection," + PROCESSOR + "Targets",
            "-AreobfSrgFile=" + System.getProperty("mod.srg"), "-AoutRefMapFile=" + folder.resolve("refmap.json")));
        int own = command.size();
        for (String line : Files.readAllLines(Path.of(System.getProperty("mod.pom")))) {
            String option = line.strip().replace("<arg>", "").replace("</arg>", "");
            if (option.startsWith("-AMSG_") || option.startsWith("-AdefaultObfuscationEnv")) {
                command.add(option);
            }
        }
        assertTrue(command.size() > own + 5, "the build's own options");
        command.add(source.toString());
        Process javac = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(javac.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return javac.waitFor() == 0 ? "" : said;
    }

    @Test
    void theRightNameCompiles() throws IOException, InterruptedException {
        assertEquals("", compile("onMouseButton", "\"HEAD\""));
        assertTrue(Files.readString(folder.resolve("refmap.json")).contains("method_1601(JIII)V"));
    }

    @Test
    void aWrongMethodDoesNot() throws IOException, InterruptedException {
        assertTrue(compile("onMouseKnob", "\"HEAD\"").contains("onMouseKnob"));
    }

    @Test
    void norAWrongCallInIt() throws IOException, InterruptedException {
        assertTrue(compile("onMouseButton", "value = \"INVOKE\", target = \"Lnet/minecraft/client/MinecraftClient;setScrean(Lnet/minecraft/client/gui/screen/Screen;)V\"")
            .contains("setScrean"));
    }
}
