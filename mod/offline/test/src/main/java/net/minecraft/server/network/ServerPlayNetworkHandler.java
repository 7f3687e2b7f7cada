package net.minecraft.server.network;

import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.minecraft.network.ClientConnection;
import net.minecraft.network.PacketCallbacks;
import net.minecraft.network.listener.PacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.c2s.play.ButtonClickC2SPacket;
import net.minecraft.network.packet.c2s.play.ClickSlotC2SPacket;
import net.minecraft.network.packet.c2s.play.ClientCommandC2SPacket;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.network.packet.c2s.play.CloseHandledScreenC2SPacket;
import net.minecraft.network.packet.c2s.play.HandSwingC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerInteractBlockC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerInteractEntityC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerInteractItemC2SPacket;
import net.minecraft.network.packet.c2s.play.RenameItemC2SPacket;
import net.minecraft.network.packet.c2s.play.TeleportConfirmC2SPacket;
import net.minecraft.network.packet.c2s.play.UpdateSelectedSlotC2SPacket;
import net.minecraft.network.packet.s2c.play.PlayerPositionLookS2CPacket;
import net.minecraft.server.MinecraftServer;
import net.minecraft.text.Text;

/**
 * Double: the network side of a player, with the rule against flying. Until a client has confirmed where it was put
 * nothing of it is used, and numbers of actions only grow.
 */
public class ServerPlayNetworkHandler implements PacketListener {
    public ClientConnection connection;
    public ServerPlayerEntity player;
    private int floatingTicks;
    private int requestedTeleportId;
    private boolean awaitsTeleport;
    public boolean doubleFloating;
    public boolean doubleKicked;
    public int doubleTicks;
    public int doubleSequence = -1;
    public final List<Object> doubleDone = new ArrayList<>();

    public ServerPlayNetworkHandler(ServerPlayerEntity player) {
        this.player = player;
    }

    public ServerPlayNetworkHandler(MinecraftServer server, ClientConnection connection, ServerPlayerEntity player) {
        this.connection = connection;
        this.player = player;
        connection.doubleListener(this);
        player.networkHandler = this;
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

    public void sendPacket(Packet<?> packet, PacketCallbacks callbacks) {
        connection.send(packet, callbacks);
    }

    public void syncWithPlayerPosition() {
    }

    public void doubleRequestTeleport(double x, double y, double z) {
        awaitsTeleport = true;
        requestedTeleportId++;
        player.doubleX = x;
        player.doubleY = y;
        player.doubleZ = z;
        sendPacket(new PlayerPositionLookS2CPacket(requestedTeleportId), null);
    }

    public void onTeleportConfirm(TeleportConfirmC2SPacket packet) {
        awaitsTeleport &= packet.doubleTeleport != requestedTeleportId;
    }

    private void sequence(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("Expected packet sequence nr >= 0");
        }
        doubleSequence = Math.max(doubleSequence, number);
    }

    public void onPlayerAction(PlayerActionC2SPacket packet) {
        sequence(packet.getSequence());
        doubleDone.add(packet.getAction());
        if (player.doubleGame != null) {
            player.doubleGame.act(packet);
        }
    }

    public void onPlayerInteractBlock(PlayerInteractBlockC2SPacket packet) {
        sequence(packet.getSequence());
        if (!awaitsTeleport) {
            player.interactionManager.interactBlock(player, player.world, player.getMainHandStack(), packet.doubleHand, packet.doubleHit);
        }
    }

    public void onPlayerInteractItem(PlayerInteractItemC2SPacket packet) {
        sequence(packet.getSequence());
        player.interactionManager.interactItem(player, player.world, player.getMainHandStack(), packet.doubleHand);
    }

    public void onPlayerInteractEntity(PlayerInteractEntityC2SPacket packet) {
        doubleDone.add(packet.doubleKind);
        if (packet.doubleKind.equals("attack") && player.doubleGame != null) {
            player.doubleGame.attack(packet.doubleEntity);
        }
        if (packet.doubleKind.equals("interact")) {
            player.interact(packet.doubleEntity, packet.doubleHand);
        }
    }

    public void onClientStatus(ClientStatusC2SPacket packet) {
        if (packet.doubleMode == ClientStatusC2SPacket.Mode.PERFORM_RESPAWN && player.isDead()) {
            player = player.server.getPlayerManager().doubleRespawn(player);
        } else if (packet.doubleMode == ClientStatusC2SPacket.Mode.REQUEST_STATS && player.doubleGame != null) {
            player.doubleGame.world().askStatistics();
        }
    }

    public void onHandSwing(HandSwingC2SPacket packet) {
        doubleDone.add(packet.doubleHand);
        if (player.doubleGame != null) {
            player.doubleGame.swing(packet.doubleHand);
        }
    }

    public void onUpdateSelectedSlot(UpdateSelectedSlotC2SPacket packet) {
        player.getInventory().selectedSlot = packet.doubleSlot;
        if (player.doubleGame != null) {
            player.doubleGame.select(packet.doubleSlot);
        }
    }

    /** A click in another menu than the open one is none. */
    public void onClickSlot(ClickSlotC2SPacket packet) {
        if (player.doubleGame != null && packet.doubleSyncId == player.currentScreenHandler.syncId) {
            player.doubleGame.click(packet.doubleMode.ordinal(), packet.doubleSlot, packet.doubleButton, -1);
        }
    }

    public void onButtonClick(ButtonClickC2SPacket packet) {
        if (player.doubleGame != null && packet.doubleSyncId == player.currentScreenHandler.syncId) {
            player.doubleGame.click(-1, 0, 0, packet.getButtonId());
        }
    }

    public void onRenameItem(RenameItemC2SPacket packet) {
        doubleDone.add(packet.doubleName);
    }

    public void onCloseHandledScreen(CloseHandledScreenC2SPacket packet) {
        player.currentScreenHandler = player.playerScreenHandler;
        if (player.doubleGame != null) {
            player.doubleGame.close();
        }
    }

    public void onClientCommand(ClientCommandC2SPacket packet) {
        doubleDone.add(packet.doubleMode);
        player.doubleSleeping = false;
        if (player.doubleGame != null) {
            player.doubleGame.close();
        }
    }

    public void onDisconnected(Text reason) {
        ServerPlayConnectionEvents.DISCONNECT.invoker().onPlayDisconnect(this, player.server);
        player.server.getPlayerManager().doubleLeave(player);
    }
}
