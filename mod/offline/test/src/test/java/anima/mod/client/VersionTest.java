package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One version, wherever it is said. */
class VersionTest extends InGame {
    /** The version of the Cargo workspace. */
    private static String version() throws IOException {
        Pattern line = Pattern.compile("(?m)^version = \"([^\"]+)\"$");
        Matcher found = line.matcher(Files.readString(Path.of(System.getProperty("cargo.toml"))));
        assertTrue(found.find());
        return found.group(1);
    }

    @Test
    void theJarTheLogAndTheDoctorSayThatOfTheWorkspace() throws IOException {
        try (JarFile jar = new JarFile(System.getProperty("mod.jar")); InputStream in = jar.getInputStream(jar.getJarEntry("fabric.mod.json"))) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(version(), JsonParser.parseString(json).getAsJsonObject().get("version").getAsString());
        }
        play = Game.open(home);
        List<String> doctor = Game.type("anima doctor");
        String said = "Anima " + version() + ", for Minecraft 1.19.4";
        assertTrue(doctor.stream().anyMatch(line -> line.contains(said)), doctor.toString());
        Game.close(play);
        play = null;
        String log = Files.readString(home.resolve("logs/anima.log"));
        assertTrue(log.contains("INFO  Anima " + version() + "\n"), log);
    }
}
