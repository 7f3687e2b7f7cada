package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientChunkEvents;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.util.InputUtil;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.item.Item;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.Test;

/** A game that does what no game should, tick after tick: the client lives, and no key stays down. */
class FaultTest extends InGame {
    private final Random random = new Random(6);

    /** An entity whose getters throw now and then. */
    private final class Moody extends SheepEntity {
        Moody(int id) {
            doubleId = id;
            doubleType = GameData.entityType("minecraft:pig");
            doubleHealth = 8;
        }

        @Override
        public Vec3d getVelocity() {
            switch (random.nextInt(20)) {
                case 0:
                    throw new IllegalStateException("no velocity today");
                case 1:
                    return null;
                case 2:
                    return new Vec3d(Double.NaN, Double.POSITIVE_INFINITY, 0);
                default:
                    return super.getVelocity();
            }
        }
    }

    private void join() {
        if (play != null) {
            Game.close(play);
        }
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
    }

    @Test
    void noFaultOfTheGameReachesIt() {
        long ticks = Long.getLong("anima.fault.ticks", 20_000);
        join();
        int faults = 0;
        for (long tick = 0; tick < ticks; tick++) {
            boolean fault = random.nextInt(10) == 0;
            try {
                if (fault) {
                    faults++;
                    spoil();
                }
                client.tick();
            } catch (NullPointerException thrown) {
                // The double itself may trip over what was spoilt, as the game would. The mod may not.
                if (isOfTheMod(thrown)) {
                    throw new AssertionError("tick " + tick, thrown);
                }
            }
            if (!play.isEngaged()) {
                assertEquals(0, Game.pressed(), "tick " + tick);
            }
            if (random.nextInt(200) == 0) {
                join();
                assertTrue(play.isEngaged(), "a sound game is played again");
            }
        }
        System.out.println(ticks + " ticks with " + faults + " faults");
        join();
        Game.tickUntilActing();
    }

    /** The client lives, nothing is held, and it was said once. */
    private void hasStopped() {
        assertFalse(play.isEngaged());
        assertEquals(0, Game.pressed());
        List<String> said = client.inGameHud.getChatHud().doubleLines;
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("NoSuchMethodError"), said.get(0));
    }

    @Test
    void aMemberThatTheGameDoesNotHaveStopsTheAgentOnly() {
        join();
        Game.tickUntilActing();
        SheepEntity odd = new SheepEntity() {
            @Override
            public Vec3d getVelocity() {
                throw new NoSuchMethodError("getVelocity");
            }
        };
        odd.doubleId = 7;
        odd.doubleType = GameData.entityType("minecraft:pig");
        odd.doubleHealth = 8;
        client.world.doubleEntities.add(odd);
        for (int i = 0; i < 5; i++) {
            client.tick();
            hasStopped();
        }
    }

    @Test
    void norOneThatIsMissedWhereTheGameTellsOfSomething() {
        join();
        Game.tickUntilActing();
        BlockPos odd = new BlockPos(1, 63, 1) {
            @Override
            public int getX() {
                throw new NoSuchMethodError("getX");
            }
        };
        for (int i = 0; i < 5; i++) {
            client.world.onBlockChanged(odd, null, GameData.state("minecraft:dirt"));
            hasStopped();
            client.tick();
        }
    }

    @Test
    void norOneThatIsMissedWhenAKeyIsPressed() {
        KeyBinding odd = new KeyBinding("odd", InputUtil.Type.KEYSYM, 1, "odd") {
            @Override
            public boolean matchesKey(int keyCode, int scanCode) {
                throw new NoSuchMethodError("matchesKey");
            }
        };
        KeyBinding.doubleAll.remove(odd);
        Play other = Game.open(home);
        other.body().close();
        play = new Play(client, other.host(), odd);
        ClientHooks.bind(play);
        Flat.join(client);
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        client.inGameHud.getChatHud().doubleLines.clear(); // It was said of the key that sent the command, too.
        client.keyboard.onKey(1, 294, 0, 1, 0);
        hasStopped();
    }

    /** Without a trace it was thrown at the same place so often that the JVM leaves it out: it was seen before. */
    private static boolean isOfTheMod(NullPointerException thrown) {
        return Arrays.stream(thrown.getStackTrace()).map(StackTraceElement::getClassName)
            .filter(name -> !name.startsWith("java.")).findFirst().orElse("").startsWith("anima.mod.");
    }

    private void spoil() {
        switch (random.nextInt(14)) {
            case 0 -> client.player.getInventory().main.set(random.nextInt(36), null);
            case 1 -> client.player.getInventory().main.set(random.nextInt(36), new ItemStack(new Item("unknown:thing"), 1));
            case 2 -> client.world.doubleEntities.add(new Moody(random.nextInt(50) + 2));
            case 3 -> client.player.doubleX = Double.NaN;
            case 4 -> client.player.doubleHealth = random.nextBoolean() ? Float.NaN : -3;
            case 5 -> client.player.currentScreenHandler = random.nextBoolean() ? null : new ScreenHandler(GameData.menu("minecraft:crafting"), 1, random.nextInt(60), 3) {
            };
            case 6 -> {
                WorldChunk chunk = Flat.load(client.world, random.nextInt(3), random.nextInt(3));
                chunk.doubleSections[random.nextInt(24)].doubleBytes = random.nextBoolean() ? new byte[] {1, 2, 3} : new byte[0];
                ClientChunkEvents.CHUNK_LOAD.invoker().onChunkLoad(client.world, chunk);
            }
            case 7 -> client.world.onBlockChanged(new BlockPos(random.nextInt(), random.nextInt(), random.nextInt()), null, null);
            case 8 -> client.doubleConnection.onDeathMessage(new DeathMessageS2CPacket(1, random.nextBoolean() ? null : Text.literal("")));
            case 9 -> client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(99, 1, -5));
            case 10 -> client.doubleConnection.onInventory(new InventoryS2CPacket(random.nextInt(3)));
            case 11 -> client.player.doubleVelocity = null;
            case 12 -> client.world.doubleEntities.add(null);
            default -> {
                play.close();
                assertFalse(play.isEngaged());
                play.resume();
                play.takeOver();
            }
        }
    }
}
