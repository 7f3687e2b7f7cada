package anima.doubles;

import anima.host.EmbeddedWorld;
import anima.mod.bridge.Senses;
import java.util.function.Function;
import net.minecraft.entity.Entity;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.mob.CreeperEntity;
import net.minecraft.entity.mob.MobEntity;
import net.minecraft.entity.passive.AnimalEntity;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.entity.passive.TameableEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;
import net.minecraft.util.math.Vec3d;

/** Entities of the embedded world as entities of the game. */
final class EntityDoubles {
    private EntityDoubles() {
    }

    /** An entity of a type; one that lives has a health. */
    static Entity make(EntityType<?> type, double health) {
        String name = Registries.ENTITY_TYPE.getId(type).getPath();
        Entity entity = switch (name) {
            case "item" -> new ItemEntity();
            case "creeper" -> new CreeperEntity();
            case "sheep" -> new SheepEntity();
            case "wolf" -> new TameableEntity() {
            };
            default -> health < 0 ? new Entity() {
            } : new AnimalEntity() { // Whatever it is: only animals show hearts, and mobs can attack.
            };
        };
        entity.doubleType = type;
        return entity;
    }

    /** Shows what it is now. */
    static void show(Entity entity, int[] ints, int at, double[] doubles, int d, Function<Entity, ItemStack> item) {
        entity.doubleX = doubles[d + EmbeddedWorld.ENTITY_X];
        entity.doubleY = doubles[d + EmbeddedWorld.ENTITY_Y];
        entity.doubleZ = doubles[d + EmbeddedWorld.ENTITY_Z];
        entity.doubleVelocity = new Vec3d(
            doubles[d + EmbeddedWorld.ENTITY_VELOCITY_X], doubles[d + EmbeddedWorld.ENTITY_VELOCITY_Y], doubles[d + EmbeddedWorld.ENTITY_VELOCITY_Z]);
        entity.doubleBodyYaw = (float) doubles[d + EmbeddedWorld.ENTITY_YAW];
        entity.doubleWidth = (float) doubles[d + EmbeddedWorld.ENTITY_WIDTH];
        entity.doubleHeight = (float) doubles[d + EmbeddedWorld.ENTITY_HEIGHT];
        int flags = ints[at + EmbeddedWorld.ENTITY_FLAGS];
        entity.doubleOnFire = (flags & Senses.ENTITY_ON_FIRE) != 0;
        entity.doubleOnGround = (flags & Senses.ENTITY_ON_GROUND) != 0;
        if (entity instanceof ItemEntity dropped) {
            dropped.doubleStack = item.apply(entity);
        }
        if (!(entity instanceof LivingEntity living)) {
            return;
        }
        living.doubleHealth = (float) doubles[d + EmbeddedWorld.ENTITY_HEALTH];
        living.doubleBaby = (flags & Senses.ENTITY_BABY) != 0;
        living.deathTime = (flags & Senses.ENTITY_DYING) != 0 ? 1 : 0;
        living.hurtTime = (flags & Senses.ENTITY_HURT) != 0 ? 1 : 0;
        living.doubleUsingItem = (flags & Senses.ENTITY_USING_ITEM) != 0;
        living.doubleMainHand = item.apply(entity);
        if (living instanceof MobEntity mob) {
            mob.doubleAttacking = (flags & Senses.ENTITY_AGGRESSIVE) != 0;
        }
        if (living instanceof CreeperEntity creeper) {
            creeper.doubleFuseLit = (flags & Senses.ENTITY_FUSE_LIT) != 0;
        }
        if (living instanceof TameableEntity animal) {
            animal.doubleTamed = (flags & Senses.ENTITY_TAME) != 0;
            animal.doubleSitting = (flags & Senses.ENTITY_SITTING) != 0;
        }
        if (living instanceof SheepEntity sheep) {
            sheep.doubleSheared = (flags & Senses.ENTITY_SHEARED) != 0;
            sheep.doubleColour = ints[at + EmbeddedWorld.ENTITY_VARIANT];
        }
    }
}
