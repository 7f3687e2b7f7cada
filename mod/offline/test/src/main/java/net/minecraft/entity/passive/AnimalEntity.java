package net.minecraft.entity.passive;

/** Double: as on a client, where no animal knows that it is in love. */
public abstract class AnimalEntity extends PassiveEntity {
}
