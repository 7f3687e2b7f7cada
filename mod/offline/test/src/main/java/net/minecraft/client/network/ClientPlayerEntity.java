package net.minecraft.client.network;

import net.minecraft.client.MinecraftClient;

/** Double: what it is asked to do, the client carries out in its tick. */
public class ClientPlayerEntity extends AbstractClientPlayerEntity {
    public final ClientPlayNetworkHandler networkHandler;
    public boolean doubleRespawns;
    public boolean doubleCloses;
    public boolean doubleWalking;
    private int ticksLeftToDoubleTapSprint;

    public ClientPlayerEntity(ClientPlayNetworkHandler networkHandler) {
        this.networkHandler = networkHandler;
    }

    public boolean isAutoJumpEnabled() {
        return MinecraftClient.getInstance().options.doubleAutoJump;
    }

    public void doubleTap(int ticksLeft) {
        ticksLeftToDoubleTapSprint = ticksLeft;
    }

    private boolean isWalking() {
        return doubleWalking;
    }

    @Override
    public void requestRespawn() {
        doubleRespawns = true;
    }

    @Override
    public void closeHandledScreen() {
        doubleCloses = true;
        currentScreenHandler = playerScreenHandler;
        MinecraftClient.getInstance().setScreen(null);
    }
}
