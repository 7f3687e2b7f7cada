package net.minecraft.entity.mob;

/** Double. */
public class CreeperEntity extends HostileEntity {
    public boolean doubleFuseLit;

    public int getFuseSpeed() {
        return doubleFuseLit ? 1 : -1;
    }

    public boolean isIgnited() {
        return false;
    }
}
