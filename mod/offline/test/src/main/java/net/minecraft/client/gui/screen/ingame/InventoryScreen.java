package net.minecraft.client.gui.screen.ingame;

import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.screen.PlayerScreenHandler;

/** Double. */
public class InventoryScreen extends AbstractInventoryScreen<PlayerScreenHandler> {
    public InventoryScreen(PlayerEntity player) {
        super(player.playerScreenHandler);
        passEvents = true;
    }
}
