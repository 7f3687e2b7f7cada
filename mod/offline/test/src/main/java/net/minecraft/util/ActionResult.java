package net.minecraft.util;

/** Double. */
public enum ActionResult {
    SUCCESS, CONSUME, CONSUME_PARTIAL, PASS, FAIL;

    public boolean isAccepted() {
        return this == SUCCESS || this == CONSUME || this == CONSUME_PARTIAL;
    }

    public boolean shouldSwingHand() {
        return this == SUCCESS;
    }
}
