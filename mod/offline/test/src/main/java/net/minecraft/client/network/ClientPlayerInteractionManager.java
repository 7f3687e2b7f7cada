package net.minecraft.client.network;

import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.screen.slot.SlotActionType;
import net.minecraft.world.GameMode;

/** Double: at most one click is taken to the client's tick, as a mouse would do it. */
public class ClientPlayerInteractionManager {
    private float currentBreakingProgress;
    public GameMode doubleMode = GameMode.SURVIVAL;
    public boolean doubleBreaking;
    public int doubleClicks;
    public int doubleClickSyncId;
    public int doubleClickSlot;
    public int doubleClickButton;
    public SlotActionType doubleClickMode;
    public int doubleButton = -1;
    /** How often the block that was being dug was given up, and what was in use let go of. */
    public int doubleCancels;
    public int doubleStops;

    public void clickSlot(int syncId, int slotId, int button, SlotActionType mode, PlayerEntity player) {
        doubleClicks++;
        doubleClickSyncId = syncId;
        doubleClickSlot = slotId;
        doubleClickButton = button;
        doubleClickMode = mode;
    }

    public void clickButton(int syncId, int button) {
        doubleButton = button;
    }

    public GameMode getCurrentGameMode() {
        return doubleMode;
    }

    public boolean isBreakingBlock() {
        return doubleBreaking;
    }

    /** As {@code cancelBlockBreaking}. */
    public void doubleCancelBreaking() {
        doubleCancels += doubleBreaking ? 1 : 0;
        doubleBreaking = false;
    }

    /** As {@code stopUsingItem}. */
    public void doubleStopUsing(PlayerEntity player) {
        doubleStops++;
        player.doubleUsingItem = false;
    }

    public void doubleProgress(float progress) {
        currentBreakingProgress = progress;
    }

    public float doubleProgress() {
        return currentBreakingProgress;
    }
}
