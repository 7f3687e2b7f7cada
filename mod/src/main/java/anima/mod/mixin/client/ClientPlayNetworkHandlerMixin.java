package anima.mod.mixin.client;

import anima.mod.client.ClientHooks;
import net.minecraft.client.network.ClientPlayNetworkHandler;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.GameJoinS2CPacket;
import net.minecraft.network.packet.s2c.play.InventoryS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.network.packet.s2c.play.WorldTimeUpdateS2CPacket;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.injection.At;
import org.spongepowered.asm.mixin.injection.Inject;
import org.spongepowered.asm.mixin.injection.callback.CallbackInfo;

/** What only packets tell. Their handlers run twice, first on a network thread, where the game leaves them by an exception. */
@Mixin(ClientPlayNetworkHandler.class)
abstract class ClientPlayNetworkHandlerMixin {
    @Inject(method = "onGameJoin", at = @At("TAIL"))
    private void anima$joined(GameJoinS2CPacket packet, CallbackInfo info) {
        ClientHooks.joined(packet);
    }

    @Inject(method = "onInventory", at = @At("TAIL"))
    private void anima$contentsArrived(InventoryS2CPacket packet, CallbackInfo info) {
        ClientHooks.contentsArrived(packet);
    }

    @Inject(method = "onItemPickupAnimation", at = @At("HEAD"))
    private void anima$pickedUp(ItemPickupAnimationS2CPacket packet, CallbackInfo info) {
        ClientHooks.pickedUp(packet);
    }

    @Inject(method = "onEntityStatus", at = @At("HEAD"))
    private void anima$status(EntityStatusS2CPacket packet, CallbackInfo info) {
        ClientHooks.status(packet);
    }

    @Inject(method = "onStatistics", at = @At("TAIL"))
    private void anima$statistics(StatisticsS2CPacket packet, CallbackInfo info) {
        ClientHooks.statistics(packet);
    }

    @Inject(method = "onWorldTimeUpdate", at = @At("TAIL"))
    private void anima$timeTold(WorldTimeUpdateS2CPacket packet, CallbackInfo info) {
        ClientHooks.timeTold(packet);
    }

    @Inject(method = "onDeathMessage", at = @At("HEAD"))
    private void anima$died(DeathMessageS2CPacket packet, CallbackInfo info) {
        ClientHooks.died(packet);
    }
}
