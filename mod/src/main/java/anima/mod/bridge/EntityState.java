package anima.mod.bridge;

/** How an entity other than the player is, as {@link Senses#entity} tells it. Kept and filled again: entities change in every tick. */
public final class EntityState {
    /** {@code Entity.getId}. */
    public int id;
    /** Raw id of its type. */
    public int type;
    /** Feet centre, and so {@code y} and {@code z}. */
    public double x;
    public double y;
    public double z;
    /** {@code getVelocity}, and so the other two. */
    public double velocityX;
    public double velocityY;
    public double velocityZ;
    /** Of the body. */
    public float yaw;
    /** Of its box, now. */
    public float width;
    /** Of its box, now. */
    public float height;
    /** A number below 0 for what does not live. */
    public float health;
    /** A sum of {@link Senses#ENTITY_BABY} to {@link Senses#ENTITY_SITTING}. */
    public int flags;
    /** Colour or breed number of kinds that have one (sheep: 0..15), else 0. */
    public int variant;

    /** Whether an entity is as another or the same one was, whichever they are; nothing is as what is nowhere (NaN). */
    public boolean isAs(EntityState other) {
        return this.x == other.x && this.y == other.y && this.z == other.z
            && this.velocityX == other.velocityX && this.velocityY == other.velocityY && this.velocityZ == other.velocityZ
            && this.yaw == other.yaw && this.width == other.width && this.height == other.height
            && this.health == other.health && this.flags == other.flags && this.variant == other.variant;
    }
}
