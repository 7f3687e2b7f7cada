package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.mod.bridge.Console;
import anima.mod.bridge.Statuses;
import anima.mod.bridge.Turn;
import anima.mod.client.config.ConfigScreen;
import anima.mod.client.config.ModMenuEntry;
import anima.mod.client.hud.Notices;
import anima.mod.client.hud.Panel;
import anima.mod.server.Mod;
import com.mojang.brigadier.CommandDispatcher;
import com.mojang.brigadier.exceptions.CommandSyntaxException;
import com.mojang.brigadier.suggestion.Suggestions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.client.command.v2.ClientCommandRegistrationCallback;
import net.fabricmc.fabric.api.client.command.v2.FabricClientCommandSource;
import net.fabricmc.fabric.api.client.rendering.v1.HudRenderCallback;
import net.minecraft.client.gui.DrawableHelper;
import net.minecraft.client.gui.screen.ChatScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.widget.ButtonWidget;
import net.minecraft.client.toast.SystemToast;
import net.minecraft.client.util.math.MatrixStack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the player types and sees. */
class SurfaceTest extends InGame {
    @BeforeEach
    void join() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
    }

    @Test
    void everyCommandThatIsServedCanBeTyped() {
        List<Console.Command> commands = play.body().console().commands();
        assertTrue(commands.stream().anyMatch(command -> command.name().equals("do")));
        for (Console.Command command : commands) {
            if (command.argument().isEmpty() || command.argument().startsWith("[")) {
                List<String> answers = Game.type("anima " + command.name());
                assertFalse(answers.isEmpty(), command.name());
                assertFalse(answers.get(0).startsWith("syntax"), command.name() + ": " + answers);
            }
        }
    }

    @Test
    void withoutACommandThereIsHelp() {
        List<String> help = Game.type("anima help");
        for (Console.Command command : play.body().console().commands()) {
            assertTrue(help.stream().anyMatch(line -> line.startsWith("/anima " + command.name())), command.name() + " is not in " + help);
        }
        assertEquals(help, Game.type("anima"));
    }

    @Test
    void aFailureNamesCauseAndNextStep() {
        List<String> answers = Game.type("anima do obtain 1 philosophers_stone");
        assertTrue(answers.get(0).startsWith("error: "), answers.toString());
        assertTrue(answers.toString().contains("philosophers_stone"), answers.toString());
    }

    @Test
    void chatOfOthersGivesNoGoal() {
        net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents.GAME.invoker()
            .onReceiveGameMessage(net.minecraft.text.Text.literal("/anima do obtain 1 dirt"), false);
        for (int i = 0; i < 20; i++) {
            client.tick();
        }
        assertEquals("", play.status().goal());
        assertEquals(0, Game.pressed());
    }

    @Test
    void aClickOnALineOfOthersGivesNoGoal() {
        client.currentScreen = new ChatScreen();
        client.mouse.doublePress(0, 1);
        refuses("anima do obtain 1 dirt");
        Game.type("anima status");
        client.mouse.doublePress(0, 1); // In the same tick, after something was typed.
        refuses("anima do obtain 1 dirt");
        Game.type("anima status");
        client.tick();
        refuses("anima do obtain 1 dirt");
        client.currentScreen = null;
        client.keyboard.onKey(1, 257, 0, 1, 0); // Enter, but nothing is typed.
        refuses("anima config game.hud false");
        client.tick();
        assertEquals("", play.status().goal());
    }

    private static void refuses(String line) {
        List<String> answers = Game.run(line);
        assertEquals(1, answers.size());
        assertTrue(answers.get(0).startsWith("error: Anima obeys your keyboard only"), answers.toString());
    }

    @Test
    void goalsAreSuggested() throws CommandSyntaxException {
        CommandDispatcher<FabricClientCommandSource> dispatcher = new CommandDispatcher<>();
        ClientCommandRegistrationCallback.EVENT.invoker().register(dispatcher, null);
        Suggestions found = dispatcher.suggestionsAt("anima do obtain 1 iron_pic", new Game.Source(new ArrayList<>()));
        assertTrue(found.texts().contains("iron_pickaxe"), found.texts().toString());
        assertEquals("anima do obtain 1 ".length(), found.start());
    }

    /** Brigadier warns of a literal beside an argument that would take it, too. */
    @Test
    void noCommandIsAmbiguous() {
        CommandDispatcher<FabricClientCommandSource> dispatcher = new CommandDispatcher<>();
        ClientCommandRegistrationCallback.EVENT.invoker().register(dispatcher, null);
        assertEquals(List.of(), dispatcher.ambiguities());
        assertTrue(Game.type("anima do now obtain 1 dirt").get(0).contains("obtain 1 dirt"));
        assertTrue(Game.type("anima config reload").get(0).contains("read again"));
        assertTrue(Game.type("anima do").get(0).contains("do what?"));
    }

    @Test
    void aMistakeWhileThePlayerTypesSuggestsNothing() throws CommandSyntaxException {
        CommandDispatcher<FabricClientCommandSource> dispatcher = new CommandDispatcher<>();
        ClientCommandRegistrationCallback.EVENT.invoker().register(dispatcher, null);
        play.body().close(); // Every call throws from now on.
        Suggestions found = dispatcher.suggestionsAt("anima do obtain 1 iron_pic", new Game.Source(new ArrayList<>()));
        assertEquals(List.of(), found.texts());
    }

    @Test
    void aMistakeWhileThePlayerJoinsIsSaidByTheCommand() {
        play.body().close();
        List<String> answers = Game.run("anima");
        assertEquals(1, answers.size());
        assertTrue(answers.get(0).startsWith("error: Anima made a mistake: "), answers.toString());
    }

    @Test
    void thePanelShowsGoalAndStepInItsCorner() {
        MatrixStack matrices = new MatrixStack();
        client.textRenderer.doubleTexts.clear();
        DrawableHelper.doubleBoxes.clear();
        Panel.draw(client, matrices, play.status(), play.settings(), false);
        assertEquals(List.of(), client.textRenderer.doubleTexts, "nothing without a goal");

        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        Panel.draw(client, matrices, play.status(), play.settings(), false);
        assertEquals("anima.state.acting", client.textRenderer.doubleTexts.get(0));
        assertTrue(client.textRenderer.doubleTexts.get(1).contains("cobblestone"));
        assertTrue(DrawableHelper.doubleBoxes.get(0).startsWith("4,4*1.0"), DrawableHelper.doubleBoxes.get(0));
        play.settings().config().set("game.hud_corner", "bottom-right");
        play.settings().read();
        Panel.draw(client, matrices, play.status(), play.settings(), false);
        assertFalse(DrawableHelper.doubleBoxes.get(1).startsWith("4,4"), DrawableHelper.doubleBoxes.get(1));
        assertEquals(0, matrices.doubleDepth());
        play.settings().config().set("game.hud", "false");
        play.settings().read();
        Panel.draw(client, matrices, play.status(), play.settings(), false);
        assertEquals(2, DrawableHelper.doubleBoxes.size());
    }

    private List<String> panel() {
        client.textRenderer.doubleTexts.clear();
        HudRenderCallback.EVENT.invoker().onHudRender(new MatrixStack(), 0);
        return List.copyOf(client.textRenderer.doubleTexts);
    }

    @Test
    void thePanelHidesOnF1AlsoBehindAWindow() {
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        client.currentScreen = new ChatScreen();
        assertFalse(panel().isEmpty());
        client.options.hudHidden = true; // The game calls us all the same, for a window is open.
        List<String> hidden = panel();
        client.options.hudHidden = false;
        assertEquals(List.of(), hidden);
    }

    @Test
    void whoStandsStillWhileChatIsOpenWaits() {
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        assertEquals("anima.state.acting", panel().get(0));
        client.currentScreen = new ChatScreen();
        client.tick();
        assertEquals("anima.state.waiting", panel().get(0));
        assertTrue(panel().get(1).contains("cobblestone"));
        client.currentScreen = null;
        assertEquals("anima.state.acting", panel().get(0));
        play.takeOver();
        client.tick();
        client.currentScreen = new ChatScreen();
        assertEquals("anima.state.yours", panel().get(0));
    }

    @Test
    void aGoalThatHasNoWorldYetWaits() {
        Flat.join(client);
        client.player.doubleX = 10_000; // No chunk is there.
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        assertEquals(List.of("anima.state.waiting", "(+1)"), panel().subList(0, 2));
        assertTrue(panel().get(2).startsWith("waits for the land around: 0 o"), panel().toString());
        client.player.doubleX = 0.5;
        client.tick();
        client.tick();
        assertEquals("obtain 64 cobblestone", panel().get(1));
    }

    @Test
    void rulesOfTheOwnServerThatCannotBeReadAreADoctorsBusiness() throws IOException {
        try {
            Files.writeString(home.resolve("anima-server.properties"), "pause=true\npause.levle=4\n");
            Mod.readRules(home);
            List<String> doctor = Game.type("anima doctor");
            assertTrue(doctor.stream().anyMatch(line -> line.startsWith("error: ") && line.contains("anima-server.properties, line 2")), doctor.toString());
        } finally {
            Files.delete(home.resolve("anima-server.properties"));
            Mod.readRules(home);
        }
        assertTrue(Game.type("anima doctor").stream().noneMatch(line -> line.contains("anima-server.properties")));
    }

    @Test
    void theEndOfAGoalIsAToast() {
        SystemToast toast = toastAfter("obtain 64 cobblestone", () -> Game.type("anima stop"));
        assertEquals("anima.toast.stopped", toast.doubleTitle);
        assertEquals(List.of("obtain 64 cobblestone"), toast.doubleLines);
    }

    @Test
    void aToastIsNotWiderThanTheGamesOwn() {
        SystemToast toast = toastAfter("obtain 64 polished_blackstone_brick_wall", () -> { });
        assertEquals("anima.toast.failed", toast.doubleTitle);
        assertTrue(toast.doubleLines.size() > 1, toast.doubleLines.toString());
        assertTrue(String.join(" ", toast.doubleLines).endsWith("found only in the Nether"), "to the end");
        for (String line : toast.doubleLines) {
            assertTrue(client.textRenderer.getWidth(line) <= SystemToast.doubleWidest, line);
        }
    }

    @Test
    void norIsItHigherThanTheScreen() {
        client.getToastManager().doubleToasts.clear();
        new Notices(client).status(Statuses.failed("obtain 1 beacon", "one thing needs another, which needs more ".repeat(20)));
        List<String> lines = client.getToastManager().doubleToasts.get(0).doubleLines;
        assertTrue(lines.size() <= 11, lines.size() + " lines");
        assertTrue(lines.get(lines.size() - 1).endsWith("..."), lines.toString());
    }

    @Test
    void aGoalThatEndsWithItsWorldIsAToastAtOnce() {
        SystemToast toast = toastAfter("obtain 64 cobblestone", () -> Flat.leave(client));
        assertEquals("anima.toast.stopped", toast.doubleTitle);
        assertEquals(Turn.IDLE, play.status().state());
        Flat.join(client);
        client.tick();
        assertEquals(1, client.getToastManager().doubleToasts.size(), "not again in the next world");
    }

    /** The toast that is there a tick after something ended the goal. */
    private SystemToast toastAfter(String goal, Runnable end) {
        client.getToastManager().doubleToasts.clear();
        Game.type("anima do " + goal);
        client.tick();
        end.run();
        client.tick();
        assertEquals(1, client.getToastManager().doubleToasts.size());
        return client.getToastManager().doubleToasts.get(0);
    }

    private static Screen open() {
        Screen screen = new ModMenuEntry().getModConfigScreenFactory().create(null);
        screen.doubleInit();
        return screen;
    }

    @Test
    void theConfigScreenChangesTheFile() {
        Screen screen = open();
        assertTrue(screen instanceof ConfigScreen);
        boolean found = false;
        for (int page = 0; page < 100 && !found; page++) {
            for (Object child : List.copyOf(screen.doubleChildren)) {
                if (child instanceof ButtonWidget button && button.doubleLabel.equals("steps")) {
                    button.doublePress();
                    found = true;
                    break;
                }
            }
            screen.render(new MatrixStack(), 10, 60, 0);
            screen.doubleChildren.stream().filter(child -> child instanceof ButtonWidget button && button.doubleLabel.equals(">"))
                .findFirst().ifPresent(child -> ((ButtonWidget) child).doublePress());
        }
        assertTrue(found, "the choice of how to look is on one of the pages");
        assertTrue(play.settings().exactLook());
        assertEquals("exact", play.settings().config().value("game.look"));
    }

    @Test
    void aMistakeIsShownInTheConfigScreen() {
        Screen screen = open();
        ButtonWidget change = screen.doubleChildren.stream().filter(ButtonWidget.class::isInstance).map(ButtonWidget.class::cast)
            .findFirst().orElseThrow();
        play.host().close(); // Every call throws from now on.
        change.doublePress();
        assertTrue(shown(screen).stream().anyMatch(text -> text.startsWith("Anima made a mistake")), shown(screen).toString());
        assertTrue(shown(open()).stream().anyMatch(text -> text.startsWith("Anima made a mistake")), "opened afterwards");
    }

    private static List<String> shown(Screen screen) {
        return screen.doubleShown(() -> screen.render(new MatrixStack(), 0, 0, 0));
    }

    @Test
    void withoutASessionTheConfigScreenIsTheParent() {
        ClientHooks.bind(null);
        assertEquals(null, ConfigScreen.of(null));
        ClientHooks.bind(play);
    }
}
