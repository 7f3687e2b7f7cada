package net.minecraft.entity.passive;

/** Double. */
public abstract class TameableEntity extends AnimalEntity {
    public boolean doubleTamed;
    public boolean doubleSitting;

    public boolean isTamed() {
        return doubleTamed;
    }

    public boolean isInSittingPose() {
        return doubleSitting;
    }
}
