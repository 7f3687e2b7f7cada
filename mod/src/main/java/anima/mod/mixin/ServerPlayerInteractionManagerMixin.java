package anima.mod.mixin;

import anima.mod.server.body.BodyConnection;
import anima.mod.server.body.ServerBody;
import net.minecraft.item.ItemStack;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.network.ServerPlayerInteractionManager;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.world.World;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/** What a server body's use comes to: the handler's methods tell nobody. */
@Mixin(ServerPlayerInteractionManager.class)
abstract class ServerPlayerInteractionManagerMixin {
    @Inject(method = "interactBlock", at = @At("RETURN"))
    private void anima$noteBlock(
            ServerPlayerEntity player, World world, ItemStack stack, Hand hand, BlockHitResult hit, CallbackInfoReturnable<ActionResult> info) {
        note(player, info.getReturnValue());
    }

    @Inject(method = "interactItem", at = @At("RETURN"))
    private void anima$noteItem(
            ServerPlayerEntity player, World world, ItemStack stack, Hand hand, CallbackInfoReturnable<ActionResult> info) {
        note(player, info.getReturnValue());
    }

    private static void note(ServerPlayerEntity player, ActionResult came) {
        ServerBody body = BodyConnection.bodyOf(player);
        if (body != null) {
            body.deeds().note(came);
        }
    }
}
