package anima.offline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionTest {
    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void itIsThatOfTheWorkspaceAndOfNoDependency() throws IOException {
        Path cargo = write("Cargo.toml", """
            [workspace]
            version = "9"
            [workspace.package]
            edition = "2024"
            rust-version = "1.95"
            version = "1.2.3-beta"
            [workspace.dependencies]
            version = "8"
            """);
        Path file = write("fabric.mod.json", "{\"version\": \"${version}\"}");
        Version.main(new String[] {cargo.toString(), file.toString(), folder.resolve("classes").toString()});
        assertEquals("{\"version\": \"1.2.3-beta\"}", Files.readString(folder.resolve("classes/fabric.mod.json")));
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        Path cargo = write("Cargo.toml", "[workspace.package]\nedition = \"2024\"\n[package]\nversion = \"1\"\n");
        Path with = write("with.json", "${version}");
        Path without = write("without.json", "1.2.3");
        String to = folder.resolve("classes").toString();
        IOException none = assertThrows(IOException.class, () -> Version.main(new String[] {cargo.toString(), with.toString(), to}));
        assertTrue(none.getMessage().contains(cargo + " has no version"), none.getMessage());
        IOException noPlace = assertThrows(IOException.class, () -> Version.main(new String[] {cargo.toString(), without.toString(), to}));
        assertTrue(noPlace.getMessage().contains(without + " has no place"), noPlace.getMessage());
    }
}
