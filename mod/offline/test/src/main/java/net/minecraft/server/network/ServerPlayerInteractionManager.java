package net.minecraft.server.network;

import net.minecraft.item.ItemStack;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.world.GameMode;
import net.minecraft.world.World;

/** Double: what uses come to is set by tests. */
public class ServerPlayerInteractionManager {
    public GameMode doubleMode = GameMode.SURVIVAL;
    public ActionResult doubleResult = ActionResult.SUCCESS;

    public GameMode getGameMode() {
        return doubleMode;
    }

    public ActionResult interactBlock(ServerPlayerEntity player, World world, ItemStack stack, Hand hand, BlockHitResult hit) {
        return player.doubleGame != null ? player.doubleGame.useOnBlock(hand, hit) : doubleResult;
    }

    public ActionResult interactItem(ServerPlayerEntity player, World world, ItemStack stack, Hand hand) {
        return player.doubleGame != null ? player.doubleGame.useItem(hand) : doubleResult;
    }
}
