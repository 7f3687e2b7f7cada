package net.minecraft.entity.passive;

/** Double. */
public abstract class AnimalEntity extends PassiveEntity {
    public boolean doubleInLove;

    public boolean isInLove() {
        return doubleInLove;
    }
}
