package net.minecraft.client.network;

import net.minecraft.client.MinecraftClient;

/** Double: what it is asked to do, the client carries out in its tick. */
public class ClientPlayerEntity extends AbstractClientPlayerEntity {
    public final ClientPlayNetworkHandler networkHandler;
    public boolean doubleRespawns;
    public boolean doubleCloses;

    public ClientPlayerEntity(ClientPlayNetworkHandler networkHandler) {
        this.networkHandler = networkHandler;
    }

    public boolean isAutoJumpEnabled() {
        return MinecraftClient.getInstance().options.doubleAutoJump;
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
