package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Senses;
import com.mojang.authlib.GameProfile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.mob.CreeperEntity;
import net.minecraft.entity.mob.MobEntity;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.entity.passive.TameableEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.world.chunk.ChunkSection;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has come over the border, as the native side holds it. */
class TellingTest extends InGame {
    @BeforeEach
    void join() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        look();
    }

    /** The agent looks on while the player plays: of what is around nothing comes over the border without a goal. */
    private void look() {
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        Game.type("anima wait");
        client.tick();
    }

    /** What has come over the border since the last tick; the library of players does not tell. */
    private static List<String> seen() {
        List<String> seen = Game.type("anima fault seen");
        Assumptions.assumeFalse(seen.stream().anyMatch(line -> line.startsWith("syntax")), "SKIPPED: this library serves no faults");
        return seen;
    }

    private ItemEntity drop(int id, String item, int count) {
        ItemEntity dropped = new ItemEntity();
        dropped.doubleId = id;
        dropped.doubleType = GameData.entityType("minecraft:item");
        dropped.doubleStack = new ItemStack(GameData.item(item), count);
        client.world.doubleEntities.add(dropped);
        return dropped;
    }

    @Test
    void whatThePlayerPicksUpIsTold() {
        drop(8, "minecraft:dirt", 5);
        drop(9, "minecraft:oak_log", 2);
        client.tick();
        client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(8, 1, 3));
        assertEquals(List.of("PickedUp(3 dirt)"), seen());
        client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(9, 77, 2));
        assertEquals(1, seen().size(), "somebody else did");
        client.tick();
        assertEquals(List.of(), seen());
    }

    @Test
    void aPickUpOfLessThanNothingIsNone() {
        drop(8, "minecraft:dirt", 5);
        client.tick();
        for (int count : new int[] {-5, 0, Integer.MIN_VALUE}) {
            client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(8, 1, count));
            client.world.doubleEntities.removeIf(entity -> entity.getId() == 8);
            drop(8, "minecraft:dirt", 5);
        }
        client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(8, 1, Integer.MAX_VALUE));
        assertEquals(List.of("PickedUp(5 dirt)"), seen(), "and no more than lay there");
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines, "it stopped nobody");
    }

    /** The entities that the senses are shown, by their ids. */
    private static List<String> entities() {
        List<String> seen = Game.type("anima fault entities");
        Assumptions.assumeFalse(seen.stream().anyMatch(line -> line.startsWith("syntax")), "SKIPPED: this library serves no faults");
        return seen;
    }

    @Test
    void whoIsInvisibleIsNotShown() {
        SheepEntity sheep = new SheepEntity();
        sheep.doubleId = 31;
        sheep.doubleType = GameData.entityType("minecraft:pig");
        sheep.doubleHealth = 8;
        client.world.doubleEntities.add(sheep);
        client.crosshairTarget = EntityHitResult.doubleOf(sheep);
        client.tick();
        List<String> shown = entities();
        assertEquals(List.of("Entity(31)"), Game.type("anima fault target"));
        sheep.doubleInvisible = true;
        client.crosshairTarget = EntityHitResult.doubleOf(sheep);
        client.tick();
        assertEquals(List.of("Nothing"), Game.type("anima fault target"), "nor does the cross-hair show it");
        List<String> hidden = entities();
        assertEquals(shown.size() - 1, hidden.size(), shown + " became " + hidden);
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(sheep, (byte) 18)); // Its hearts are seen by nobody either.
        client.tick();
        sheep.doubleInvisible = false;
        client.crosshairTarget = null;
        client.tick();
        assertEquals(shown, entities(), "it is seen again");
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
    }

    @Test
    void aToolThatBreaksIsTold() {
        client.player.getInventory().main.set(client.player.getInventory().selectedSlot, new ItemStack(GameData.item("minecraft:iron_pickaxe"), 1));
        client.tick();
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(client.player, (byte) 46)); // Teleported: no equipment.
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(client.player, (byte) 48)); // The off hand is empty.
        SheepEntity other = new SheepEntity();
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(other, (byte) 47));
        assertEquals(List.of(), seen());
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(client.player, (byte) 47));
        assertEquals(1, seen().size(), seen().toString());
        assertTrue(seen().get(0).startsWith("ItemBroke(") && seen().get(0).contains("iron_pickaxe"), seen().get(0));
    }

    @Test
    void biomesThatChangeInALoadedChunkAreTold() {
        assertTrue(here().contains("here it is plains"), here());
        for (ChunkSection section : client.world.doubleChunks.getWorldChunk(0, 0).doubleSections) {
            section.doubleBiomes = GameData.container(1);
        }
        assertTrue(here().contains("here it is plains"), "not before the packet");
        client.world.doubleChunks.onChunkBiomeData(0, 0, null);
        client.tick();
        assertTrue(here().contains("here it is desert"), here());
        client.world.doubleChunks.onChunkBiomeData(40, 40, null); // A chunk that is not loaded.
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
    }

    /** Lets what is to be told be told; returns how many columns were. */
    private long columnsTold() {
        play.observer().tell();
        List<String> seen = seen();
        client.tick(); // The agent sees it.
        return seen.stream().filter(line -> line.startsWith("ColumnLoaded")).count();
    }

    @Test
    void ofMoreChangesThanAnybodyCouldTakeInTheChunksAreToldAnewOverSomeTicks() {
        for (int i = 0; i < 20_000; i++) {
            BlockPos pos = new BlockPos(i % 80 - 32, 63 - i / 6_400, i / 80 % 80 - 32);
            client.world.onBlockChanged(pos, null, GameData.state("minecraft:dirt"));
        }
        assertEquals(4_096, seen().size());
        client.tick();
        assertEquals(List.of(8L, 1L, 0L), Stream.generate(this::columnsTold).limit(3).toList(), "with eight in each tick between");
        client.world.onBlockChanged(new BlockPos(3, 63, -4), null, GameData.state("minecraft:stone"));
        assertEquals(1, seen().size(), "and the next tick has room again");
    }

    @Test
    void chunksThatAreSentAgainAndBiomesAreToldOverSomeTicks() {
        for (int times = 0; times < 10; times++) {
            for (int x = -2; x <= 2; x++) {
                for (int z = -2; z <= 2; z++) {
                    Flat.load(client.world, x, z);
                    client.world.doubleChunks.onChunkBiomeData(x, z, null);
                }
            }
        }
        assertEquals(List.of(), seen());
        client.tick();
        assertEquals(List.of(8L, 1L, 0L), Stream.generate(this::columnsTold).limit(3).toList(), "with eight in each tick between");
    }

    private static String here() {
        return Game.type("anima doctor").stream().filter(line -> line.contains("chunks are known")).findFirst().orElse("");
    }

    @Test
    void whoHurtThePlayerIsTold() {
        client.player.doubleHealth = 17;
        play.observer().tell();
        client.tick();
        SheepEntity ram = new SheepEntity();
        ram.doubleId = 7;
        client.player.onDamaged(new DamageSource(ram));
        ram.onDamaged(new DamageSource(client.player));
        client.player.doubleHealth = 14.5F;
        play.observer().tell();
        assertEquals(1, seen().size(), seen().toString());
        assertTrue(seen().get(0).matches("Hurt .*amount: 2.5.*Some\\(7\\).*"), seen().get(0));
    }

    /** What is told of a wound that shows so many ticks after the server said who dealt it. */
    private String woundAfter(int ticks) {
        client.player.doubleHealth = 17;
        play.observer().tell();
        client.tick();
        SheepEntity ram = new SheepEntity();
        ram.doubleId = 7;
        client.player.onDamaged(new DamageSource(ram));
        for (int i = 0; i < ticks; i++) {
            play.observer().tell();
            assertEquals(List.of(), seen());
        }
        client.player.doubleHealth = 14.5F;
        play.observer().tell();
        assertEquals(1, seen().size(), seen().toString());
        return seen().get(0);
    }

    @Test
    void aWoundThatShowsSomeTicksLaterIsToldWithWhoDealtIt() {
        assertTrue(woundAfter(9).matches("Hurt .*amount: 2.5.*Some\\(7\\).*"));
    }

    @Test
    void aWoundThatShowsMuchLaterIsAnother() {
        assertTrue(woundAfter(12).matches("Hurt .*amount: 2.5.*None.*"));
    }

    @Test
    void blocksThatChangeAreTold() {
        client.world.onBlockChanged(new BlockPos(3, 63, -4), null, GameData.state("minecraft:dirt"));
        assertEquals(1, seen().size(), seen().toString());
        assertTrue(seen().get(0).startsWith("BlockChanged") && seen().get(0).contains("dirt"), seen().get(0));
    }

    /** What the native side holds of light and statistics. */
    private static List<String> told() {
        seen(); // Or the test is skipped.
        return Game.type("anima fault told");
    }

    @Test
    void theLightAtTheEyesIsTold() {
        assertTrue(told().contains("Light { sky: 15, block: 0 }"), told().toString());
        client.world.doubleSkyLight = 3;
        client.world.doubleBlockLight = 11;
        client.world.doubleLitCell = new BlockPos(0, 65, 0);
        client.tick();
        assertTrue(told().contains("Light { sky: 3, block: 11 }"), told().toString());
        client.player.doubleEyeHeight = 0.4F;
        client.tick();
        assertTrue(told().contains("Light { sky: 0, block: 0 }"), "the eyes are a block lower: " + told());
    }

    private static Map<Stat<?>, Integer> answer(String name, int count, String other, int otherCount) {
        Map<Stat<?>, Integer> answer = new LinkedHashMap<>();
        answer.put(new Stat<Object>(name), count);
        answer.put(new Stat<Object>(other), otherCount);
        return answer;
    }

    @Test
    void statisticsAreToldWhenTheServerAnswers() {
        assertEquals(1, told().size(), told().toString());
        play.observer().askStatistics();
        client.doubleConnection.onStatistics(new StatisticsS2CPacket(
            answer("minecraft.mined:minecraft.dirt", 3, "other.seen:other.ghost", 7)));
        assertEquals(List.of("mined:dirt 3"), told().subList(1, told().size()));
        for (int i = 0; i < 1_000; i++) { // The player's own screen has asked, or nobody.
            client.doubleConnection.onStatistics(new StatisticsS2CPacket(
                answer("minecraft.mined:minecraft.dirt", 4, "minecraft.custom:minecraft.jump", 1)));
            assertEquals(List.of("mined:dirt 3"), told().subList(1, told().size()), "nobody waits for it");
        }
        play.observer().askStatistics();
        client.doubleConnection.onStatistics(new StatisticsS2CPacket(Map.of()));
        assertEquals(List.of("mined:dirt 4", "custom:jump 1"), told().subList(1, told().size()));
        Flat.enter(client, "minecraft:the_nether");
        client.tick();
        assertEquals(List.of("mined:dirt 4", "custom:jump 1"), told().subList(1, told().size()), "in another dimension, too");
        Flat.leave(client);
        client.tick();
        client.doubleConnection = null;
        Flat.join(client);
        client.tick();
        assertEquals(1, told().size(), "not in another game");
    }

    private static Map<String, Consumer<Entity>> flags() {
        Map<String, Consumer<Entity>> flags = new LinkedHashMap<>();
        flags.put("BABY", entity -> ((LivingEntity) entity).doubleBaby = true);
        flags.put("ON_FIRE", entity -> entity.doubleOnFire = true);
        flags.put("FUSE_LIT", entity -> ((CreeperEntity) entity).doubleFuseLit = true);
        flags.put("SHEARED", entity -> ((SheepEntity) entity).doubleSheared = true);
        flags.put("ON_GROUND", entity -> entity.doubleOnGround = true);
        flags.put("AGGRESSIVE", entity -> ((MobEntity) entity).doubleAttacking = true);
        flags.put("DYING", entity -> ((LivingEntity) entity).deathTime = 1);
        flags.put("HURT", entity -> ((LivingEntity) entity).hurtTime = 1);
        flags.put("USING_ITEM", entity -> ((LivingEntity) entity).doubleUsingItem = true);
        flags.put("TAME", entity -> ((TameableEntity) entity).doubleTamed = true);
        flags.put("SITTING", entity -> ((TameableEntity) entity).doubleSitting = true);
        return flags;
    }

    @Test
    void everyFlagOfAnEntityIsToldByItself() {
        List<String> names = Arrays.stream(Senses.class.getFields()).map(field -> field.getName())
            .filter(name -> name.startsWith("ENTITY_")).map(name -> name.substring("ENTITY_".length())).toList();
        assertTrue(flags().keySet().containsAll(names), "a way to set each of " + names);
        List<String> wrong = new ArrayList<>();
        int id = 100;
        for (String name : names) {
            LivingEntity entity = switch (name) {
                case "FUSE_LIT" -> new CreeperEntity();
                case "TAME", "SITTING" -> new TameableEntity() {
                };
                default -> new SheepEntity();
            };
            entity.doubleId = id++;
            entity.doubleType = GameData.entityType("minecraft:pig");
            entity.doubleHealth = 8;
            client.world.doubleEntities.add(entity);
            client.tick();
            String before = entity(entity.doubleId);
            flags().get(name).accept(entity);
            client.tick();
            String after = entity(entity.doubleId);
            if (!before.contains("EntityFlags(0x0)") || !after.contains("EntityFlags(" + name + ")")) {
                wrong.add(name + ": " + before + " became " + after);
            }
            client.world.doubleEntities.remove(entity);
            client.tick();
            assertEquals("", entity(entity.doubleId), "gone");
        }
        assertEquals(List.of(), wrong);
    }

    private SheepEntity sheep(int id, double x) {
        SheepEntity sheep = new SheepEntity();
        sheep.doubleId = id;
        sheep.doubleType = GameData.entityType("minecraft:pig");
        sheep.doubleX = x;
        sheep.doubleHealth = 8;
        client.world.doubleEntities.add(sheep);
        return sheep;
    }

    private static boolean isInLove(int id) {
        return entity(id).contains("EntityFlags(IN_LOVE)");
    }

    @Test
    void anAnimalIsInLoveFromItsHeartsUntilItGivesBirth() {
        SheepEntity ewe = sheep(41, 1);
        SheepEntity ram = sheep(42, 3);
        sheep(43, 30);
        client.tick();
        assertFalse(isInLove(41) || isInLove(42));
        for (SheepEntity fed : List.of(ewe, ram)) {
            client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(fed, (byte) 10)); // Eats grass.
            assertFalse(isInLove(fed.getId()));
            client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(fed, (byte) 18));
            fed.doubleX += 0.5;
            client.tick();
            assertTrue(isInLove(fed.getId()), entity(fed.getId()));
        }
        assertFalse(isInLove(43));
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(ewe, (byte) 18));
        client.tick();
        assertFalse(isInLove(41) || isInLove(42), "both are parents");
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(null, (byte) 18)); // An entity that is not loaded.
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
    }

    @Test
    void aDeathIsToldOnceTheBodyShowsIt() {
        DeathMessageS2CPacket packet = new DeathMessageS2CPacket(1, Text.literal("Anna fell"));
        for (int i = 0; i < 30; i++) {
            client.doubleConnection.onDeathMessage(packet);
            play.observer().tell();
            assertEquals(List.of(), seen(), "the player lives");
        }
        client.player.doubleHealth = 0;
        play.observer().tell();
        assertEquals("Died { message: \"Anna fell\" }", seen().get(0));
        client.tick();
        client.doubleConnection.onDeathMessage(packet);
        play.observer().tell();
        assertEquals(List.of(), seen(), "one dies once");
        Flat.respawn(client);
        client.player.doubleHealth = 20;
        play.observer().tell();
        assertEquals(List.of("Respawned"), seen());
        client.tick();
        client.doubleConnection.onDeathMessage(packet);
        Flat.respawn(client);
        client.player.doubleHealth = 20;
        play.observer().tell();
        assertEquals(List.of("Died { message: \"Anna fell\" }", "Respawned"), seen(), "the game respawned the player at once");
    }

    private static void say(String sender, String text) {
        ClientReceiveMessageEvents.CHAT.invoker().onReceiveChatMessage(Text.literal(text), null, new GameProfile(new UUID(1, 2), sender), null, null);
    }

    /** What a server sends most of leaves room for the rest, and the nearest of a crowd is what is told of. */
    @Test
    void inAFloodWhatMattersIsTold() {
        for (int i = 0; i < 5_000; i++) {
            ClientReceiveMessageEvents.GAME.invoker().onReceiveGameMessage(Text.literal("spam"), false);
        }
        say("Anna", "hello");
        drop(8, "minecraft:dirt", 5);
        client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(8, 1, 3));
        client.player.doubleHealth = 17;
        play.observer().tell();
        client.player.doubleHealth = 14;
        play.observer().tell();
        List<String> seen = seen();
        assertEquals(64, seen.stream().filter(line -> line.startsWith("Chat") && line.contains("spam")).count());
        assertTrue(seen.stream().anyMatch(line -> line.contains("Anna") && line.contains("hello")), seen.toString());
        assertTrue(seen.contains("PickedUp(3 dirt)") && seen.stream().anyMatch(line -> line.startsWith("Hurt")), seen.toString());
        for (int i = 0; i < 3_000; i++) {
            sheep(1_000 + i, 20 + i % 40);
        }
        client.tick();
        assertEquals(Senses.MOST_ENTITIES, entities().size());
        assertTrue(entities().stream().noneMatch(line -> line.contains("DVec3(30.") || line.contains("DVec3(59.")), "of a crowd only the nearest");
        SheepEntity wolf = sheep(9_000, 3);
        client.tick();
        assertEquals(Senses.MOST_ENTITIES, entities().size());
        assertTrue(entity(9_000).contains("id: 9000"), "it came last, and is near");
        for (int i = 0; i < 1_000; i++) {
            client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(wolf, (byte) 18));
        }
        client.world.doubleEntities.removeIf(entity -> entity.getId() >= 1_000 && entity != wolf);
        client.tick();
        assertEquals(1, entities().size());
        Game.close(play);
        play = null;
        String log = assertDoesNotThrow(() -> Files.readString(home.resolve("logs/anima.log")));
        assertTrue(log.contains("4936 lines of chat, 936 events and 2489 entities were dropped"), log);
    }

    /** What the native side holds of one entity. */
    private static String entity(int id) {
        seen(); // Or the test is skipped.
        return Game.type("anima fault entities").stream().filter(line -> line.contains("id: " + id + ",")).findFirst().orElse("");
    }
}
