package net.minecraft.entity.projectile;

import java.util.function.Predicate;
import net.minecraft.entity.Entity;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.math.Box;
import net.minecraft.util.math.Vec3d;

/** Double: the entity that a test has put in front of whoever looks. */
public final class ProjectileUtil {
    public static EntityHitResult doubleMet;

    private ProjectileUtil() {
    }

    public static EntityHitResult raycast(Entity entity, Vec3d min, Vec3d max, Box box, Predicate<Entity> predicate, double maxDistance) {
        if (entity instanceof ServerPlayerEntity player && player.doubleGame != null) {
            return player.doubleGame.entity();
        }
        boolean meets = doubleMet != null && predicate.test(doubleMet.getEntity()) && min.squaredDistanceTo(doubleMet.getPos()) < maxDistance;
        return meets ? doubleMet : null;
    }
}
