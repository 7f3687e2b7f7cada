package net.minecraft.entity;

/** Double. */
public class EntityType<T extends Entity> {
    private final SpawnGroup group;

    public EntityType(SpawnGroup group) {
        this.group = group;
    }

    public SpawnGroup getSpawnGroup() {
        return group;
    }
}
