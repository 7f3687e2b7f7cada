package anima.offline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsTest {
    private static final String MAPPINGS = """
        tiny\t2\t0\tintermediary\tnamed
        c\tnet/minecraft/class_1\tnet/minecraft/Base
        \tm\t(Lnet/minecraft/class_1;)V\tmethod_1\tup
        \tf\tI\tfield_1\tsize
        """;
    private static final String REFERENCE = """
        # part A: verified
        net/minecraft/Base\tsize\tI\tfield_1\tinstance
        # part C: libraries
        com/mojang/Event\t(type)\tabstract class implements java/lang/Comparable\tlibrary\t-
        com/mojang/Event\tup\t()V\tlibrary\tinstance
        com/mojang/Event\t<init>\t()V\tlibrary\tconstructor
        """;
    private static final String BASE = "net/minecraft/Base\tnet/minecraft/class_1\tclass\t\t\tboth\tseen\n";

    @TempDir
    Path folder;

    private Facts facts(String rows) throws IOException {
        return Facts.read(Files.writeString(folder.resolve("facts.tsv"), rows));
    }

    private List<String> check(String rows) throws IOException {
        Files.createDirectories(folder.resolve("mappings"));
        Files.createDirectories(folder.resolve("minecraft-api"));
        Files.writeString(folder.resolve("mappings/yarn-1.19.4.tiny"), MAPPINGS);
        Files.writeString(folder.resolve("minecraft-api/members.tsv"), REFERENCE);
        return FactCheck.of(facts(rows), folder).wrong;
    }

    @Test
    void rightFactsAreProven() throws IOException {
        assertEquals(List.of(), check(BASE + "\tup\t(Lnet/minecraft/Base;)V\tmethod_1\tpublic\tA\n\tsize\tI\tfield_1\tpublic\tA\n"));
    }

    @Test
    void everyPartOfAFactIsCompared() throws IOException {
        assertEquals(List.of("net/minecraft/Other: the mappings call net/minecraft/class_1 net/minecraft/Base"), check(BASE.replace("Base", "Other")));
        assertEquals(List.of("net/minecraft/Base: no class net/minecraft/class_7 in the mappings"), check(BASE.replace("class_1", "class_7")));
        assertEquals(List.of("net/minecraft/Base.upp (Lnet/minecraft/Base;)V: the mappings call method_1 up"), check(BASE + "\tupp\t(Lnet/minecraft/Base;)V\tmethod_1\tpublic\tA\n"));
        assertEquals(List.of("net/minecraft/Base.up (I)V: no member method_1 (I)V in net/minecraft/class_1"), check(BASE + "\tup\t(I)V\tmethod_1\tpublic\tA\n"));
        assertEquals(List.of("net/minecraft/Base.up (Lnet/minecraft/Base;)V: no member method_2 (Lnet/minecraft/class_1;)V in net/minecraft/class_1"),
            check(BASE + "\tup\t(Lnet/minecraft/Base;)V\tmethod_2\tpublic\tA\n"));
        assertEquals(List.of("net/minecraft/Base.size I: the reference table says it is not static"), check(BASE + "\tsize\tI\tfield_1\tpublic static\tA\n"));
    }

    private List<String> checkLibraries(String rows) throws IOException {
        check(BASE);
        FactCheck check = FactCheck.of(facts(BASE), folder);
        check.libraries(Files.writeString(folder.resolve("libraries.tsv"), rows), folder);
        return check.wrong;
    }

    @Test
    void everyRowOfALibraryIsCompared() throws IOException {
        String event = "com/mojang/Event\tclass\t\tjava/lang/Comparable\n";
        assertEquals(List.of(), checkLibraries("# head\n" + event + "\tup\t()V\tinstance\n\t<init>\t()V\tinstance\n"));
        assertEquals(List.of("libraries.tsv: part C has no com/mojang/Event up ()V static"), checkLibraries(event + "\tup\t()V\tstatic\n"));
        assertEquals(List.of("libraries.tsv: part C has no com/mojang/Event up ()I instance"), checkLibraries(event + "\tup\t()I\tinstance\n"));
        assertEquals(List.of("libraries.tsv: part C has no com/mojang/Event interface  java/lang/Comparable"), checkLibraries(event.replace("class", "interface")));
        assertEquals(List.of("libraries.tsv: part C has no com/mojang/Event class"), checkLibraries("com/mojang/Event\tclass\t\t\n"));
        assertEquals(List.of("libraries.tsv: part C has no com/mojang/Other class"), checkLibraries("com/mojang/Other\tclass\t\t\n"));
        assertEquals(List.of(), checkLibraries("com/mojang/Other\tclass\t\t\tassumed\n\tup\t()V\tstatic\tassumed\n"));
        assertEquals(List.of("libraries.tsv: part C knows com/mojang/Event, so nothing of it is assumed"),
            checkLibraries(event + "\tup\t()V\tstatic\tassumed\n"));
    }

    @Test
    void aBadRowIsNamedWithItsLine() {
        IOException e = assertThrows(IOException.class, () -> facts("# head\n" + BASE + BASE));
        assertTrue(e.getMessage().contains("facts.tsv:3: a class declared twice"), e.getMessage());
        assertThrows(IOException.class, () -> facts("\tup\t()V\tmethod_1\tpublic\tA\n"));
        assertThrows(IOException.class, () -> facts(BASE + "\tup\t()V\n"));
    }

    @Test
    void aSignatureMustEraseToTheDescriptor() throws IOException {
        Facts wrong = facts(BASE + "\tall\t()Ljava/util/List;\tmethod_1\tpublic\tA\t()Ljava/util/Set<Lnet/minecraft/Base;>;\n");
        assertThrows(IllegalArgumentException.class, () -> Stubs.write(wrong, wrong.named("net/minecraft/Base")));
        Facts right = facts(BASE + "\tall\t()Ljava/util/List;\tmethod_1\tpublic\tA\t()Ljava/util/List<Lnet/minecraft/Base;>;\n");
        assertTrue(Stubs.write(right, right.named("net/minecraft/Base")).length > 0);
    }

    @Test
    void aJniWarningIsFound() {
        assertEquals(1, JniLog.warnings(List.of("fine", "WARNING in native method: JNI call made without checking exceptions")).size());
        assertEquals(1, JniLog.warnings(List.of("WARNING: JNI local refs: 66, exceeds capacity: 32")).size());
        assertEquals(1, JniLog.warnings(List.of("FATAL ERROR in native method: Using JNIEnv in the wrong thread")).size());
        assertEquals(List.of(), JniLog.warnings(List.of("fine",
            "OpenJDK 64-Bit Server VM warning: You have loaded library pom.xml which might have disabled stack guard.")));
    }
}
