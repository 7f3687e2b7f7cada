package net.minecraft.network.packet.c2s.play;

import net.minecraft.entity.Entity;
import net.minecraft.network.listener.ServerPlayPacketListener;
import net.minecraft.network.packet.Packet;
import net.minecraft.util.Hand;
import net.minecraft.util.math.Vec3d;

/** Double. */
public class PlayerInteractEntityC2SPacket implements Packet<ServerPlayPacketListener> {
    public final String doubleKind;
    public final Entity doubleEntity;
    public final Hand doubleHand;

    private PlayerInteractEntityC2SPacket(String kind, Entity entity, Hand hand) {
        doubleKind = kind;
        doubleEntity = entity;
        doubleHand = hand;
    }

    public static PlayerInteractEntityC2SPacket attack(Entity entity, boolean playerSneaking) {
        return new PlayerInteractEntityC2SPacket("attack", entity, null);
    }

    public static PlayerInteractEntityC2SPacket interact(Entity entity, boolean playerSneaking, Hand hand) {
        return new PlayerInteractEntityC2SPacket("interact", entity, hand);
    }

    public static PlayerInteractEntityC2SPacket interactAt(Entity entity, boolean playerSneaking, Hand hand, Vec3d pos) {
        return new PlayerInteractEntityC2SPacket("interactAt", entity, hand);
    }
}
