package net.minecraft.server.network;

/** Double: the network side of a player, with the rule against flying. */
public class ServerPlayNetworkHandler {
    public ServerPlayerEntity player;
    private int floatingTicks;
    public boolean doubleFloating;
    public boolean doubleKicked;
    public int doubleTicks;

    public ServerPlayNetworkHandler(ServerPlayerEntity player) {
        this.player = player;
    }

    public void tick() {
        doubleTicks++;
        player.playerTick();
        if (!doubleFloating) {
            floatingTicks = 0;
        } else if (++floatingTicks > 80) {
            doubleKicked = true;
        }
    }
}
