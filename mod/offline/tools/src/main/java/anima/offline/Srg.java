package anima.offline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes the facts as SRG, which Mixin's annotation processor reads. Arguments: facts.tsv out.srg. */
public final class Srg {
    private Srg() {
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Facts facts = Facts.read(Path.of(args[0]));
        StringBuilder out = new StringBuilder();
        for (Facts.Type type : facts.types()) {
            out.append("CL: ").append(type.name()).append(' ').append(type.inter()).append('\n');
            for (Facts.Member member : type.members().values()) {
                String from = type.name() + '/' + member.name();
                String to = type.inter() + '/' + member.inter();
                if (member.isMethod()) {
                    out.append("MD: ").append(from).append(' ').append(member.desc()).append(' ').append(to).append(' ').append(facts.interDesc(member.desc())).append('\n');
                } else {
                    out.append("FD: ").append(from).append(' ').append(to).append('\n');
                }
            }
        }
        ClassFiles.write(Path.of(args[1]), out.toString().getBytes(StandardCharsets.UTF_8));
    }
}
