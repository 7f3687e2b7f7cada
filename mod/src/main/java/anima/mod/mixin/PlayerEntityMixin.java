package anima.mod.mixin;

import anima.mod.server.body.BodyConnection;
import anima.mod.server.body.ServerBody;
import net.minecraft.entity.Entity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/** What a server body's use of an entity comes to, and when its legs go: where a client's own player reads its keys. */
@Mixin(PlayerEntity.class)
abstract class PlayerEntityMixin {
    @Inject(method = "interact", at = @At("RETURN"))
    private void anima$noteEntity(Entity entity, Hand hand, CallbackInfoReturnable<ActionResult> info) {
        ServerBody body = (Object) this instanceof ServerPlayerEntity player ? BodyConnection.bodyOf(player) : null;
        if (body != null) {
            body.deeds().note(info.getReturnValue());
        }
    }

    @Inject(method = "tickMovement", at = @At("HEAD"))
    private void anima$goAsBody(CallbackInfo info) {
        if ((Object) this instanceof ServerPlayerEntity player) {
            ServerBody body = BodyConnection.bodyOf(player);
            if (body != null) {
                body.moves(player);
            }
        }
    }
}
