package net.minecraft.block;

/** Double: whether it blocks movement. */
public final class Material {
    private boolean blocksMovement;

    public static Material doubleOf(boolean blocksMovement) {
        Material material = new Material();
        material.blocksMovement = blocksMovement;
        return material;
    }

    public boolean blocksMovement() {
        return blocksMovement;
    }
}
