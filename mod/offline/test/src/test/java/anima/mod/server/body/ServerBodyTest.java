package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.bridge.Senses;
import anima.mod.pause.GatedServer;
import anima.mod.server.Mod;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.minecraft.entity.Entity;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.projectile.ProjectileUtil;
import net.minecraft.network.message.MessageType;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.c2s.play.ClientCommandC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket.Action;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntitiesDestroyS2CPacket;
import net.minecraft.network.packet.s2c.play.EntitySpawnS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.text.Text;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A body in a server of doubles, with the shipped mod in it and no native library. */
class ServerBodyTest {
    private static final BlockPos POS = new BlockPos(1, 64, 1);

    private final MinecraftServer server = new MinecraftServer() {
    };
    private final ServerWorld world = new ServerWorld();
    private final List<Packet<?>> heard = new ArrayList<>();

    @BeforeAll
    static void start() {
        Mod.start();
    }

    @BeforeEach
    void fill() {
        world.doubleServer = server;
        world.doubleGround = 64;
        server.doubleWorlds.add(world);
    }

    @AfterEach
    void lookAway() {
        ProjectileUtil.doubleMet = null;
    }

    private ServerBody join(double y) {
        return ServerBody.join(server, "Body", world, 0.5, y, 0.5);
    }

    /** Somebody who keeps what is heard, and who dealt the wounds. */
    private ServerBody.Dweller ears(List<DamageSource> wounds) {
        return new ServerBody.Dweller() {
            @Override
            public void heard(Packet<?> packet) {
                heard.add(packet);
            }

            @Override
            public void hurt(DamageSource source) {
                wounds.add(source);
            }
        };
    }

    private void tick(int times) {
        for (int i = 0; i < times; i++) {
            server.tick(() -> true);
        }
    }

    @Test
    void itIsOnLineAndTickedOnceInATick() {
        ServerBody body = join(64);
        assertSame(body.player(), server.getPlayerManager().getPlayer(body.player().getUuid()));
        assertEquals(List.of(body.player()), world.doublePlayers);
        tick(10);
        assertEquals(10, body.player().doubleWorldTicks);
        assertEquals(10, body.player().doubleTicks, "as a player, too");
        assertEquals(10, world.doubleChunks.doubleUpdates, "the chunks around it are watched");
        assertEquals(0, body.handler().doubleTicks, "the network never ticks it");
        assertEquals(0, body.handler().connection.doubleQueue.size(), "what is sent piles up nowhere");
        assertEquals(0.6F, body.player().doubleStepHeight);
    }

    @Test
    void aPersonIsTickedByTheNetworkAlone() {
        ServerPlayerEntity person = new ServerPlayerEntity(server, world, join(64).player().doubleProfile);
        world.doublePlayers.add(person);
        tick(5);
        assertEquals(5, person.doubleWorldTicks);
        assertEquals(0, person.doubleTicks);
        assertNull(BodyConnection.bodyOf(person));
    }

    @Test
    void itFallsAndIsHurt() {
        ServerBody body = join(74);
        List<DamageSource> wounds = new ArrayList<>();
        body.dwell(ears(wounds));
        tick(40);
        assertTrue(body.player().isOnGround());
        assertEquals(20 - 7, body.player().getHealth(), "ten blocks, of which three are free");
        assertEquals(1, wounds.size());
        body.player().damage(new DamageSource(body.player()), 2);
        assertSame(body.player(), wounds.get(1).getAttacker());
    }

    @Test
    void itDiesAndAnotherTakesItsPlace() {
        ServerBody body = join(200);
        body.dwell(ears(new ArrayList<>()));
        tick(200);
        ServerPlayerEntity dead = body.player();
        assertTrue(dead.isDead());
        assertTrue(heard.stream().anyMatch(DeathMessageS2CPacket.class::isInstance), "it hears of its death as a client does");
        body.deeds().respawn();
        ServerPlayerEntity alive = body.player();
        assertNotSame(dead, alive);
        assertFalse(alive.isDead());
        assertEquals(dead.getId(), alive.getId());
        assertSame(alive, server.getPlayerManager().getPlayer(alive.getUuid()));
        assertEquals(List.of(alive), world.doublePlayers);
        tick(3);
        assertEquals(3, alive.doubleTicks, "ticked by the same body");
        assertEquals(0.6F, alive.doubleStepHeight);
        int before = alive.doubleTicks;
        body.deeds().respawn();
        assertSame(alive, body.player(), "the living stay who they are");
        assertEquals(before, alive.doubleTicks);
        assertEquals(ActionResult.SUCCESS, useBlock(body), "and it can use things");
    }

    @Test
    void itStandsStillWhileTheGateIsClosed() {
        ServerBody body = join(74);
        ((GatedServer) server).anima$tickGate().hold(body.player().getUuid(), 100_000);
        tick(20);
        assertEquals(0, body.player().doubleTicks);
        assertEquals(74, body.player().getY());
        ((GatedServer) server).anima$tickGate().letGo(body.player().getUuid());
        tick(1);
        assertEquals(1, body.player().doubleTicks);
    }

    @Test
    void itLeavesNothingBehind() {
        int[] left = new int[1];
        ServerPlayConnectionEvents.DISCONNECT.register((handler, of) -> left[0] += of == server ? 1 : 0);
        ServerBody body = join(64);
        ServerPlayerEntity player = body.player();
        body.leave();
        body.leave();
        assertFalse(body.isThere());
        assertEquals(1, left[0]);
        assertNull(server.getPlayerManager().getPlayer(player.getUuid()));
        assertTrue(world.doublePlayers.isEmpty());
        tick(5);
        assertEquals(0, player.doubleTicks);
    }

    @Test
    void aServerThatThrowsItOutIsRidOfIt() {
        ServerBody body = join(64);
        body.handler().connection.disconnect(null); // As /kick ends.
        assertFalse(body.isThere());
        assertTrue(world.doublePlayers.isEmpty());
    }

    private ActionResult useBlock(ServerBody body) {
        return body.deeds().use(Hand.MAIN_HAND, new BlockHitResult(new Vec3d(1.5, 65, 1.5), Direction.UP, POS, false));
    }

    @Test
    void whatItUsesHasAResultAndANumberThatGrows() {
        ServerBody body = join(64);
        assertEquals(ActionResult.SUCCESS, useBlock(body), "where it was put is confirmed");
        assertEquals(1, body.handler().doubleSequence);
        body.player().interactionManager.doubleResult = ActionResult.CONSUME;
        assertEquals(ActionResult.CONSUME, body.deeds().use(Hand.OFF_HAND));
        assertEquals(2, body.handler().doubleSequence);
        body.deeds().startDigging(POS, Direction.UP);
        body.deeds().stopDigging(POS, Direction.UP);
        assertEquals(4, body.handler().doubleSequence);
        body.deeds().abortDigging(POS, Direction.UP);
        body.deeds().swap();
        body.deeds().drop(false);
        body.deeds().drop(true);
        body.deeds().release();
        assertEquals(List.of(
            Action.START_DESTROY_BLOCK, Action.STOP_DESTROY_BLOCK, Action.ABORT_DESTROY_BLOCK, Action.SWAP_ITEM_WITH_OFFHAND,
            Action.DROP_ITEM, Action.DROP_ALL_ITEMS, Action.RELEASE_USE_ITEM), body.handler().doubleDone);
        assertEquals(4, body.handler().doubleSequence, "what has no number leaves it");
    }

    @Test
    void anEntityIsUsedWhereItWasMetAndThenAsAWhole() {
        ServerBody body = join(64);
        ServerPlayerEntity other = ServerBody.join(server, "Other", world, 2.5, 64, 0.5).player();
        body.player().doubleInteraction = ActionResult.SUCCESS;
        assertEquals(ActionResult.SUCCESS, body.deeds().use(Hand.MAIN_HAND, other, false, new Vec3d(0, 1, 0)));
        body.deeds().attack(other, false);
        assertEquals(List.of("interactAt", "interact", "attack"), body.handler().doubleDone);
    }

    @Test
    void movementIsSetOnThePlayer() {
        ServerBody body = join(64);
        body.deeds().move(0.98F, -0.3F, true, false, true);
        body.deeds().look(190, 120);
        ServerPlayerEntity player = body.player();
        assertEquals(0.98F, player.forwardSpeed);
        assertEquals(-0.3F, player.sidewaysSpeed);
        assertTrue(player.doubleJumping && player.isSprinting() && !player.doubleSneaking);
        assertEquals(190, player.getYaw());
        assertEquals(90, player.getPitch());
        assertEquals(0, player.getVelocity().y);
        player.doubleInWater = true;
        body.deeds().move(0, 0, false, true, false);
        assertEquals(-0.04F, player.getVelocity().y, "who sneaks in water sinks, which only a client does by itself");
    }

    @Test
    void itsLegsAreAskedOnceInATickJustBeforeItMoves() {
        ServerBody body = join(64);
        List<Double> from = new ArrayList<>();
        body.dwell(new ServerBody.Dweller() {
            @Override
            public void moves() {
                from.add(body.player().getY());
            }
        });
        tick(3);
        assertEquals(List.of(64.0, 64.0, 64.0), from);
        ServerPlayerEntity person = new ServerPlayerEntity(server, world, body.player().doubleProfile);
        person.playerTick();
        assertEquals(3, from.size(), "those of nobody else");
    }

    @Test
    void itHearsWhatAPersonWouldRead() {
        ServerBody body = join(64);
        List<String> said = new ArrayList<>();
        body.dwell(new ServerBody.Dweller() {
            @Override
            public void said(Text sender, Text message) {
                said.add((sender == null ? "" : sender.getString()) + ": " + message.getString());
            }
        });
        body.player().sendMessageToClient(Text.literal("Steve joined the game"), false);
        body.player().sendMessageToClient(Text.literal("over the hot bar"), true);
        body.player().sendChatMessage(() -> Text.literal("hello"), false, MessageType.Parameters.doubleOf("Steve"));
        assertEquals(List.of(": Steve joined the game", "Steve: <Steve> hello"), said);
    }

    @Test
    void itSleepsBehindAScreenAndGetsUp() {
        ServerBody body = join(64);
        BodySource source = new BodySource(body, null);
        body.player().doubleSleeping = true;
        assertEquals(Senses.SCREEN_OTHER, source.screen());
        body.deeds().wake();
        assertEquals(List.of(ClientCommandC2SPacket.Mode.STOP_SLEEPING), body.handler().doubleDone);
        assertFalse(body.player().isSleeping());
    }

    @Test
    void theChargeOfTheNextHitIsSetBack() {
        ServerBody body = join(64);
        body.deeds().resetCharge();
        assertEquals(0, body.player().getAttackCooldownProgress(0));
    }

    @Test
    void itSeesTheEntitiesThatTheServerTracksForIt() {
        ServerBody body = join(64);
        ServerPlayerEntity other = ServerBody.join(server, "Other", world, 3.5, 64, 0.5).player();
        BodySource source = new BodySource(body, null);
        assertEquals(List.of(), seen(source), "none of which it was not told");
        body.handler().sendPacket(new EntitySpawnS2CPacket(other.getId()), null);
        body.handler().sendPacket(new EntitySpawnS2CPacket(99), null);
        assertEquals(List.of(other), seen(source), "and that is there");
        body.handler().sendPacket(new EntitiesDestroyS2CPacket(other.getId()), null);
        assertEquals(List.of(), seen(source));
    }

    private static List<Entity> seen(BodySource source) {
        List<Entity> seen = new ArrayList<>();
        source.entities().forEach(seen::add);
        return seen;
    }

    @Test
    void itsCrossHairReachesAsFarAsAClients() {
        ServerBody body = join(64);
        ServerPlayerEntity player = body.player();
        ServerPlayerEntity other = ServerBody.join(server, "Other", world, 3.5, 64, 0.5).player();
        BodySource source = new BodySource(body, null);
        assertEquals(HitResult.Type.MISS, source.target().getType());
        player.doubleBlockHit = new BlockHitResult(new Vec3d(0.5, 64, 3.5), Direction.NORTH, POS, false);
        assertSame(player.doubleBlockHit, source.target());
        ProjectileUtil.doubleMet = new EntityHitResult(other, new Vec3d(0.5, 64, 2.5));
        assertSame(ProjectileUtil.doubleMet, source.target(), "nearer than the block");
        ProjectileUtil.doubleMet = new EntityHitResult(other, new Vec3d(0.5, 64, 4.0));
        assertSame(player.doubleBlockHit, source.target(), "behind it");
        player.doubleBlockHit = null;
        assertEquals(HitResult.Type.MISS, source.target().getType(), "3.5 blocks away: seen, and out of reach");
    }
}
