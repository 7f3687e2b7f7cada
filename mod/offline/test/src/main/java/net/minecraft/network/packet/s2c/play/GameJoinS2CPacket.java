package net.minecraft.network.packet.s2c.play;

import net.minecraft.network.listener.ClientPlayPacketListener;
import net.minecraft.network.packet.Packet;

/**
 * Double: the first packet of a game, and again over the same connection when a proxy takes the player to another of its
 * servers. The hash is that of the seed, the same in all dimensions of a server.
 */
public record GameJoinS2CPacket(long sha256Seed, Runnable doubleEnters) implements Packet<ClientPlayPacketListener> {
}
