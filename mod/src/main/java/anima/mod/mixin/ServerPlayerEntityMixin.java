package anima.mod.mixin;

import anima.mod.pause.GatedServer;
import anima.mod.server.body.BodyConnection;
import anima.mod.server.body.ServerBody;
import net.minecraft.block.BlockState;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.network.message.MessageType;
import net.minecraft.network.message.SentMessage;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.Unique;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfoReturnable;

/**
 * Players are ticked by the network, not by their world: they stand still here (hunger, air, fire, effects). What the
 * network does for a person's player, a server body's does itself.
 */
@Mixin(ServerPlayerEntity.class)
abstract class ServerPlayerEntityMixin {
    @Inject(method = "playerTick", at = @At("HEAD"), cancellable = true)
    private void anima$standStill(CallbackInfo info) {
        if (GatedServer.isStill(((ServerPlayerEntity) (Object) this).server)) {
            info.cancel();
        }
    }

    @Inject(method = "tick", at = @At("TAIL"))
    private void anima$tickBody(CallbackInfo info) {
        ServerBody body = this.anima$body();
        if (body != null) {
            body.ticked((ServerPlayerEntity) (Object) this);
        }
    }

    /** The game does nothing here: it handles a fall when a client tells of it. */
    @Inject(method = "fall", at = @At("HEAD"))
    private void anima$fallAsBody(double heightDifference, boolean onGround, BlockState state, BlockPos landedPosition, CallbackInfo info) {
        if (this.anima$body() != null) {
            ((ServerPlayerEntity) (Object) this).handleFall(heightDifference, onGround);
        }
    }

    @Inject(method = "damage", at = @At("RETURN"))
    private void anima$tellBody(DamageSource source, float amount, CallbackInfoReturnable<Boolean> info) {
        ServerBody body = info.getReturnValueZ() ? this.anima$body() : null;
        if (body != null) {
            body.hurt(source);
        }
    }

    @Inject(method = "sendMessageToClient", at = @At("HEAD"))
    private void anima$tellBodyGameMessage(Text message, boolean overlay, CallbackInfo info) {
        ServerBody body = overlay ? null : this.anima$body(); // What stands over the hot bar is no chat.
        if (body != null) {
            body.said(null, message);
        }
    }

    @Inject(method = "sendChatMessage", at = @At("HEAD"))
    private void anima$tellBodyChat(SentMessage message, boolean filters, MessageType.Parameters parameters, CallbackInfo info) {
        ServerBody body = this.anima$body();
        if (body != null) {
            body.said(parameters.name(), parameters.applyChatDecoration(message.getContent()));
        }
    }

    @Unique
    private ServerBody anima$body() {
        return BodyConnection.bodyOf((ServerPlayerEntity) (Object) this);
    }
}
