package anima.mod.client.act;

import anima.mod.bridge.Body;
import anima.mod.bridge.Turn;
import anima.mod.client.observe.Observer;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.network.packet.c2s.play.RenameItemC2SPacket;
import net.minecraft.screen.AnvilScreenHandler;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.slot.SlotActionType;

/** Clicks in the open window, as the mouse would: at most once in a tick, never before the contents are there. */
final class ContainerClicks {
    /** In the order in which the protocol numbers them. */
    private static final SlotActionType[] MODES = {
        SlotActionType.PICKUP, SlotActionType.QUICK_MOVE, SlotActionType.SWAP, SlotActionType.CLONE, SlotActionType.THROW,
        SlotActionType.QUICK_CRAFT, SlotActionType.PICKUP_ALL
    };

    void apply(MinecraftClient client, Turn turn, Body body, Observer observer) {
        ClientPlayerEntity player = client.player;
        ScreenHandler menu = player.currentScreenHandler;
        if (!(client.currentScreen instanceof HandledScreen<?>) || !observer.hasContents(menu)) {
            return;
        }
        if (turn.hasRename() && menu instanceof AnvilScreenHandler anvil) { // AnvilScreen.onRenamed
            String name = body.rename();
            anvil.setNewItemName(name);
            player.networkHandler.sendPacket(new RenameItemC2SPacket(name));
        }
        if (turn.clickMode() != Turn.NONE) {
            client.interactionManager.clickSlot(menu.syncId, turn.clickSlot(), turn.clickButton(), MODES[turn.clickMode()], player);
        } else if (turn.button() != Turn.NONE && menu.onButtonClick(player, turn.button())) { // As the windows' own buttons do.
            client.interactionManager.clickButton(menu.syncId, turn.button());
        }
    }
}
