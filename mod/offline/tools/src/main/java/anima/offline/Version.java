package anima.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in the version, which stands in the Cargo workspace only. Arguments: Cargo.toml, a file, the folder it goes to. */
public final class Version {
    private static final Pattern PACKAGE = Pattern.compile("(?ms)^\\[workspace\\.package\\]$[^\\[]*?^version = \"([^\"]+)\"");

    private Version() {
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Path cargo = Path.of(args[0]);
        Path file = Path.of(args[1]);
        String text = Files.readString(file);
        if (!text.contains("${version}")) {
            throw new IOException(file + " has no place for the version: write ${version} there");
        }
        Path to = Files.createDirectories(Path.of(args[2])).resolve(file.getFileName());
        Files.writeString(to, text.replace("${version}", of(Files.readString(cargo), cargo)));
    }

    static String of(String cargo, Path place) throws IOException {
        Matcher version = PACKAGE.matcher(cargo);
        if (!version.find()) {
            throw new IOException(place + " has no version in [workspace.package]");
        }
        return version.group(1);
    }
}
