package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Turn;
import anima.mod.bridge.Turns;
import anima.mod.client.act.Hands;
import anima.mod.client.act.MouseSteps;
import java.util.function.Consumer;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.ChatScreen;
import net.minecraft.client.gui.screen.CreditsScreen;
import net.minecraft.client.gui.screen.SleepingChatScreen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.gui.screen.ingame.InventoryScreen;
import net.minecraft.client.option.KeyBinding;
import net.minecraft.client.option.StickyKeyBinding;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.slot.SlotActionType;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a turn does to the game, by the game's own keys and windows. */
class HandsTest extends InGame {
    private static Consumer<MinecraftClient> atStart = client -> { };

    static {
        ClientTickEvents.START_CLIENT_TICK.register(client -> atStart.accept(client));
    }

    private Hands hands;

    @BeforeEach
    void join() {
        play = Game.open(home);
        hands = new Hands(play.body(), play.observer());
        Flat.join(client);
        client.tick();
        client.crosshairTarget = BlockHitResult.doubleOf(HitResult.Type.BLOCK, new Vec3d(0.5, 64, 1.5), Direction.UP, new BlockPos(0, 63, 1));
    }

    @AfterEach
    void letGo() {
        hands.release(client);
        atStart = any -> { };
        client.crosshairTarget = null;
        client.mouse.doubleClickInto();
    }

    /** One client tick in which the hands do what the turn says. */
    private void tick(Turns turns) {
        Turn turn = turns.turn();
        atStart = any -> hands.apply(client, turn, true);
        client.tick();
        hands.endTick(client);
        atStart = any -> { };
    }

    @Test
    void aKeyThatIsNewlyHeldIsAlsoAClick() {
        tick(Turns.acting().keys(Turn.ATTACK | Turn.USE | Turn.DROP | Turn.SWAP | Turn.FORWARD));
        assertEquals(1, client.doubleAttacks);
        assertEquals(1, client.doubleUses);
        assertEquals(1, client.doubleDrops);
        assertEquals(1, client.doubleSwaps);
        assertTrue(client.doubleBreaks, "and the attack key digs");
        assertTrue(client.options.forwardKey.isPressed());
        tick(Turns.acting().keys(Turn.ATTACK | Turn.USE | Turn.DROP));
        assertEquals(0, client.doubleAttacks + client.doubleUses + client.doubleDrops + client.doubleSwaps, "held on it is no click");
        assertTrue(client.doubleBreaks);
        assertFalse(client.options.forwardKey.isPressed());
        tick(Turns.acting());
        tick(Turns.acting().keys(Turn.DROP));
        assertEquals(1, client.doubleDrops);
    }

    @Test
    void keysAreHeldAgainInEveryTick() {
        tick(Turns.acting().keys(Turn.JUMP));
        KeyBinding.unpressAll(); // As the game does when windows open and close.
        tick(Turns.acting().keys(Turn.JUMP));
        assertTrue(client.options.jumpKey.isPressed());
        hands.release(client);
        assertFalse(client.options.jumpKey.isPressed());
    }

    @Test
    void togglesDoNotTurnHeldKeysRound() {
        ((StickyKeyBinding) client.options.sneakKey).doubleToggles = true;
        for (int i = 0; i < 5; i++) {
            tick(Turns.acting().keys(Turn.SNEAK));
            assertTrue(client.options.sneakKey.isPressed());
        }
        tick(Turns.acting());
        assertFalse(client.options.sneakKey.isPressed());
        ((StickyKeyBinding) client.options.sneakKey).doubleToggles = false;
    }

    @Test
    void theHotBarKeySelectsInTheSameTick() {
        for (int slot = 0; slot < 9; slot++) {
            tick(Turns.acting().hotbar(slot));
            assertEquals(slot, client.player.getInventory().selectedSlot);
        }
    }

    private long questions() {
        return client.doubleConnection.doubleSent.stream()
            .filter(packet -> packet instanceof ClientStatusC2SPacket status && status.doubleMode == ClientStatusC2SPacket.Mode.REQUEST_STATS)
            .count();
    }

    @Test
    void statisticsAreAskedForOnceInASecond() {
        tick(Turns.acting());
        assertEquals(0, questions());
        tick(Turns.acting().statistics());
        assertEquals(1, questions());
        tick(Turns.acting().statistics());
        for (int i = 0; i < 18; i++) {
            tick(Turns.acting());
            assertEquals(1, questions(), "the second has not passed");
        }
        tick(Turns.acting());
        assertEquals(2, questions(), "the question is not forgotten meanwhile");
        for (int i = 0; i < 100; i++) {
            tick(Turns.acting());
        }
        assertEquals(2, questions());
    }

    @Test
    void noQuestionIsAskedForAnAgentThatHasStopped() {
        tick(Turns.acting().statistics());
        tick(Turns.acting().statistics());
        hands.release(client);
        for (int i = 0; i < 40; i++) {
            tick(Turns.acting());
        }
        assertEquals(1, questions());
    }

    @Test
    void diggingGoesOnWithoutFocus() {
        Game.type("anima do obtain 64 cobblestone"); // The agent's own session holds the cursor.
        Game.tickUntilActing();
        client.mouse.doubleFocus(false);
        client.setScreen(new ChatScreen());
        client.setScreen(null); // The game does not lock the cursor now.
        assertFalse(client.mouse.doubleLocked());
        assertTrue(client.mouse.isCursorLocked());
        play.takeOver();
        assertFalse(client.mouse.isCursorLocked(), "what the game says is true again");
    }

    /** Else the player's pointer would be free and turn the head all the same. */
    @Test
    void whenFocusComesBackSoDoesTheCursorAndNothingElseChanges() {
        sessionTick(Turns.acting());
        client.mouse.doubleFocus(false);
        sessionTick(Turns.acting().screen(Turn.SCREEN_OPEN_INVENTORY));
        sessionTick(Turns.acting().screen(Turn.SCREEN_CLOSE));
        sessionTick(Turns.acting());
        sessionTick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.doubleBreaks && !client.mouse.doubleLocked());
        client.mouse.doubleFocus(true);
        assertFalse(client.mouse.isCursorLocked(), "the pointer is where the player has it");
        sessionTick(Turns.acting().keys(Turn.ATTACK | Turn.FORWARD));
        assertTrue(client.mouse.doubleLocked());
        assertTrue(client.doubleBreaks && client.options.forwardKey.isPressed(), "it digs and walks on");
        assertTrue(play.isEngaged());
    }

    @Test
    void whatAWindowOfThePlayerLeavesBehindDoesNotKeepTheHandFromDigging() {
        client.setScreen(new ChatScreen());
        hands.release(client);
        client.tick();
        client.setScreen(null);
        assertEquals(10_000, client.doubleAttackCooldown());
        tick(Turns.acting().keys(Turn.ATTACK));
        assertEquals(1, client.doubleAttacks);
        assertTrue(client.doubleBreaks);
    }

    @Test
    void whatItsOwnWindowLeavesBehindIsLeftAsTheGameHasIt() {
        tick(Turns.acting().screen(Turn.SCREEN_OPEN_INVENTORY));
        tick(Turns.acting().keys(Turn.ATTACK));
        tick(Turns.acting().screen(Turn.SCREEN_CLOSE).keys(Turn.ATTACK));
        assertEquals(0, client.doublePresses[EmbeddedWorld.ATTACKS], "a key held when the window closes is no click");
        assertFalse(client.doubleBreaks, "as in the embedded world");
        tick(Turns.acting());
        tick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.doubleBreaks);
    }

    /** One client tick of the session's own hands. */
    private void sessionTick(Turns turns) {
        play.drivenBy((worldTick, turn) -> turns.fill(turn));
        client.tick();
    }

    /** With focus the game locks the cursor then, which costs the attack key 10,000 ticks until it is let go of. */
    @Test
    void itsOwnWindowLeavesTheSameBehindWithoutFocus() {
        client.mouse.doubleFocus(false);
        sessionTick(Turns.acting().screen(Turn.SCREEN_OPEN_INVENTORY));
        sessionTick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.currentScreen instanceof InventoryScreen);
        assertEquals(0, client.doubleAttackCooldown(), "behind this window the game goes on reading keys");
        sessionTick(Turns.acting().screen(Turn.SCREEN_CLOSE).keys(Turn.ATTACK));
        sessionTick(Turns.acting().keys(Turn.ATTACK));
        assertFalse(client.doubleBreaks, "as in the embedded world");
        sessionTick(Turns.acting());
        sessionTick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.doubleBreaks);
    }

    @Test
    void noHotBarKeyIsPressedBehindAWindow() {
        tick(Turns.acting().hotbar(2));
        tick(Turns.acting().screen(Turn.SCREEN_OPEN_INVENTORY));
        tick(Turns.acting().hotbar(5));
        assertEquals(2, client.player.getInventory().selectedSlot, "a player's fingers do not reach it there");
        tick(Turns.acting().screen(Turn.SCREEN_CLOSE));
        tick(Turns.acting());
        assertEquals(2, client.player.getInventory().selectedSlot, "nor is it left for later");
    }

    @Test
    void aMissedSwingCostsTenTicksAsInTheGame() {
        HitResult block = client.crosshairTarget;
        client.crosshairTarget = null;
        tick(Turns.acting().keys(Turn.ATTACK));
        client.crosshairTarget = block;
        for (int tick = 1; tick < 10; tick++) {
            tick(Turns.acting().keys(Turn.ATTACK));
            assertFalse(client.doubleBreaks, "tick " + tick + " after the miss");
        }
        tick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.doubleBreaks, "held on, it digs when the cool-down is over");
    }

    /** One client tick in which the world stands still and the hands with it. */
    private void restingTick() {
        atStart = any -> hands.rest(client);
        client.tick();
        hands.endTick(client);
        atStart = any -> { };
    }

    @Test
    void whileTheWorldStandsStillNothingIsClickedNorLetGoOf() {
        tick(Turns.acting().keys(Turn.USE | Turn.DROP | Turn.ATTACK));
        int cooldown = client.doubleItemUseCooldown();
        assertEquals(4, cooldown);
        for (int i = 0; i < 20; i++) {
            restingTick();
            assertEquals(0, Game.pressed());
            assertEquals(0, client.doubleAttacks + client.doubleUses + client.doubleDrops);
        }
        tick(Turns.acting().keys(Turn.USE | Turn.DROP | Turn.ATTACK));
        assertEquals(0, client.doubleAttacks + client.doubleUses + client.doubleDrops, "held on, as if no time had passed");
        assertEquals(cooldown - 1, client.doubleItemUseCooldown());
        assertTrue(client.doubleBreaks);
    }

    @Test
    void whatIsInUseStaysInUseWhileTheWorldStandsStill() {
        tick(Turns.acting().keys(Turn.USE));
        client.player.doubleUsingItem = true;
        for (int i = 0; i < 20; i++) {
            restingTick();
        }
        assertEquals(0, client.interactionManager.doubleStops, "the meal goes on afterwards");
        hands.release(client);
        assertEquals(0, Game.pressed());
        client.tick();
        assertEquals(1, client.interactionManager.doubleStops);
    }

    @Test
    void theHeadTurnsExactlyOrInStepsOfTheMouse() {
        tick(Turns.acting().look(12.3456F, -7.89F));
        assertEquals(12.3456F, client.player.getYaw());
        assertEquals(-7.89F, client.player.getPitch());
        tick(Turns.acting().look(0, -180));
        assertEquals(-90F, client.player.getPitch(), "the neck is clamped");

        float before = client.player.getYaw();
        Turn turn = Turns.acting().look(10.04F, 0).turn();
        hands.apply(client, turn, false);
        double step = 0.15; // One pixel at the default sensitivity.
        double turned = client.player.getYaw() - before;
        assertEquals(Math.rint(10.04 / step), turned / step, 1e-3, "a whole number of pixels");
        assertEquals(10.04, turned, step / 2 + 1e-3, "the nearest");
        assertEquals(8 * 0.25, MouseSteps.units(0.3, 0.5) / 2 * 2, 1e-9);
    }

    @Test
    void theInventoryOpensByItsKeyAndClosesAgain() {
        tick(Turns.acting().screen(Turn.SCREEN_OPEN_INVENTORY));
        assertTrue(client.doubleInventoryOpened);
        assertTrue(client.currentScreen instanceof InventoryScreen);
        tick(Turns.acting().keys(Turn.FORWARD | Turn.ATTACK).click(0, 9, 0));
        assertEquals(1, client.interactionManager.doubleClicks);
        assertEquals(0, Game.pressed(), "no key while a window is open");
        tick(Turns.acting().screen(Turn.SCREEN_CLOSE));
        assertNull(client.currentScreen);
        assertTrue(client.player.doubleCloses, "the server is told");
        tick(Turns.acting().keys(Turn.ATTACK));
        assertTrue(client.doubleBreaks, "what an open window leaves behind does not keep the hand from digging");
    }

    private ScreenHandler open(String kind, int syncId, int slots) {
        ScreenHandler menu = new ScreenHandler(GameData.menu(kind), syncId, slots, 0) {
        };
        client.player.currentScreenHandler = menu;
        client.setScreen(new HandledScreen<>(menu) {
        });
        return menu;
    }

    @Test
    void clicksWaitForTheContents() {
        open("minecraft:crafting", 3, 46);
        tick(Turns.acting().click(1, 10, 0));
        assertEquals(0, client.interactionManager.doubleClicks, "not before they are there");
        client.doubleConnection.onInventory(new InventoryS2CPacket(7));
        tick(Turns.acting().click(1, 10, 0));
        assertEquals(0, client.interactionManager.doubleClicks, "those of another menu do not count");
        client.doubleConnection.onInventory(new InventoryS2CPacket(3));
        tick(Turns.acting().click(1, 10, 0));
        assertEquals(1, client.interactionManager.doubleClicks);
        assertEquals(3, client.interactionManager.doubleClickSyncId);
        assertEquals(SlotActionType.QUICK_MOVE, client.interactionManager.doubleClickMode);
        open("minecraft:crafting", 4, 46);
        tick(Turns.acting().click(1, 10, 0));
        assertEquals(1, client.interactionManager.doubleClicks, "another menu, other contents");
    }

    @Test
    void everyModeOfClickingIsTheGames() {
        open("minecraft:generic_9x3", 3, 63);
        client.doubleConnection.onInventory(new InventoryS2CPacket(3));
        SlotActionType[] modes = {SlotActionType.PICKUP, SlotActionType.QUICK_MOVE, SlotActionType.SWAP, SlotActionType.CLONE,
            SlotActionType.THROW, SlotActionType.QUICK_CRAFT, SlotActionType.PICKUP_ALL};
        for (int mode = 0; mode < modes.length; mode++) {
            tick(Turns.acting().click(mode, -999, 5));
            assertEquals(modes[mode], client.interactionManager.doubleClickMode);
            assertEquals(-999, client.interactionManager.doubleClickSlot);
            assertEquals(5, client.interactionManager.doubleClickButton);
            assertEquals(mode + 1, client.interactionManager.doubleClicks, "one a tick");
        }
        tick(Turns.acting().button(2));
        assertEquals(2, client.interactionManager.doubleButton);
    }

    @Test
    void itGetsOutOfBed() {
        client.currentScreen = new SleepingChatScreen();
        tick(Turns.acting().screen(Turn.SCREEN_CLOSE));
        assertEquals(1, client.doubleConnection.doubleSent.size());
    }

    @Test
    void theCreditsAreLeftAsTheyLeaveThemselves() {
        client.currentScreen = new CreditsScreen();
        tick(Turns.acting().screen(Turn.SCREEN_CLOSE));
        ClientStatusC2SPacket sent = (ClientStatusC2SPacket) client.doubleConnection.doubleSent.get(0);
        assertEquals(ClientStatusC2SPacket.Mode.PERFORM_RESPAWN, sent.doubleMode, "or the player stays in the End for ever");
        assertFalse(client.player.doubleCloses, "no menu of the world was open");
    }

    @Test
    void theRespawnButtonIsForTheDead() {
        tick(Turns.acting().respawn());
        assertFalse(client.player.doubleRespawns);
        client.player.doubleHealth = 0;
        tick(Turns.acting().respawn().keys(Turn.FORWARD));
        assertTrue(client.player.doubleRespawns);
        assertEquals(0, Game.pressed());
    }
}
