package net.minecraft.util.hit;

import net.minecraft.entity.Entity;
import net.minecraft.util.math.Vec3d;

/** Double. */
public class EntityHitResult extends HitResult {
    private final Entity entity;

    private EntityHitResult(Entity entity) {
        super(new Vec3d(0, 0, 0));
        this.entity = entity;
    }

    public EntityHitResult(Entity entity, Vec3d pos) {
        super(pos);
        this.entity = entity;
    }

    public static EntityHitResult doubleOf(Entity entity) {
        return new EntityHitResult(entity);
    }

    public Entity getEntity() {
        return entity;
    }

    @Override
    public Type getType() {
        return Type.ENTITY;
    }
}
