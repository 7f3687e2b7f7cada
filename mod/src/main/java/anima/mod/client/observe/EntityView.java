package anima.mod.client.observe;

import anima.mod.bridge.Senses;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import net.minecraft.client.MinecraftClient;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.mob.CreeperEntity;
import net.minecraft.entity.mob.MobEntity;
import net.minecraft.entity.passive.AnimalEntity;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;
import net.minecraft.util.math.Vec3d;

/**
 * Tells of other entities: those that are new, those that have changed, those that are gone. One that the player cannot
 * see because it is invisible is not there.
 */
final class EntityView {
    /** Entity status of an animal that falls in love or gives birth ({@code AnimalEntity.handleStatus}). */
    private static final int HEARTS = 18;

    private final Senses senses;
    private final Int2ObjectOpenHashMap<Told> told = new Int2ObjectOpenHashMap<>();
    private long round;

    EntityView(Senses senses) {
        this.senses = senses;
    }

    /** Nothing counts as told any more. */
    void forget() {
        if (!this.told.isEmpty()) {
            this.told.clear();
            this.told.trim();
        }
    }

    void tell(MinecraftClient client) {
        this.round++;
        int present = 0;
        for (Entity entity : client.world.getEntities()) { // The game has them in the order in which they came.
            if (entity != client.player && !entity.isInvisibleTo(client.player)) {
                if (!this.tell(entity)) {
                    break; // There are as many as are kept.
                }
                present++;
            }
        }
        if (present != this.told.size()) {
            this.tellGone();
        }
    }

    /** Returns false if it is one too many. */
    private boolean tell(Entity entity) {
        Told before = this.told.get(entity.getId());
        if (before == null) {
            before = new Told();
            this.told.put(entity.getId(), before);
        }
        before.round = this.round;
        if (before.changes(entity)) {
            try {
                boolean taken = this.senses.entity(
                    entity.getId(), Registries.ENTITY_TYPE.getRawId(entity.getType()),
                    before.x, before.y, before.z, before.velocityX, before.velocityY, before.velocityZ,
                    before.yaw, before.width, before.height, before.health, before.flags, before.variant);
                if (!taken) {
                    this.told.remove(entity.getId());
                    return false;
                }
            } catch (IllegalArgumentException nowhere) {
                this.senses.entityGone(entity.getId()); // An entity of another mod may be nowhere (NaN): we do without it.
            }
        }
        ItemStack item = entity instanceof ItemEntity dropped ? dropped.getStack()
            : entity instanceof LivingEntity living ? living.getMainHandStack() : ItemStack.EMPTY;
        if (before.item.changes(item)) {
            this.senses.entityItem(entity.getId(), Stacks.item(item), Stacks.count(item), item.getDamage(), Stacks.enchantments(item));
        }
        return true;
    }

    /** An entity shows a status. */
    void status(Entity entity, int status) {
        if (status == HEARTS && entity instanceof AnimalEntity && this.told.containsKey(entity.getId())) {
            this.senses.hearts(entity.getId());
        }
    }

    private void tellGone() {
        ObjectIterator<Int2ObjectMap.Entry<Told>> entries = this.told.int2ObjectEntrySet().fastIterator();
        while (entries.hasNext()) {
            Int2ObjectMap.Entry<Told> entry = entries.next();
            if (entry.getValue().round != this.round) {
                this.senses.entityGone(entry.getIntKey());
                entries.remove();
            }
        }
    }

    /** What was told of one entity. */
    private static final class Told {
        private final Stacks.Told item = new Stacks.Told();
        private long round;
        private boolean isNew = true;
        private double x;
        private double y;
        private double z;
        private double velocityX;
        private double velocityY;
        private double velocityZ;
        private float yaw;
        private float width;
        private float height;
        private float health;
        private int flags;
        private int variant;

        /** Whether the entity differs from what was told; what it is now then counts as told. */
        boolean changes(Entity entity) {
            Vec3d velocity = entity.getVelocity();
            LivingEntity living = entity instanceof LivingEntity alive ? alive : null;
            float healthNow = living == null ? -1 : Math.max(living.getHealth(), 0);
            int flagsNow = flags(entity, living);
            int variantNow = entity instanceof SheepEntity sheep ? sheep.getColor().getId() : 0;
            boolean same = !this.isNew
                && entity.getX() == this.x && entity.getY() == this.y && entity.getZ() == this.z
                && velocity.x == this.velocityX && velocity.y == this.velocityY && velocity.z == this.velocityZ
                && entity.getBodyYaw() == this.yaw && entity.getWidth() == this.width && entity.getHeight() == this.height
                && healthNow == this.health && flagsNow == this.flags && variantNow == this.variant;
            if (same) {
                return false;
            }
            this.isNew = false;
            this.x = entity.getX();
            this.y = entity.getY();
            this.z = entity.getZ();
            this.velocityX = velocity.x;
            this.velocityY = velocity.y;
            this.velocityZ = velocity.z;
            this.yaw = entity.getBodyYaw();
            this.width = entity.getWidth();
            this.height = entity.getHeight();
            this.health = healthNow;
            this.flags = flagsNow;
            this.variant = variantNow;
            return true;
        }

        private static int flags(Entity entity, LivingEntity living) {
            int flags = (entity.isOnFire() ? Senses.ENTITY_ON_FIRE : 0) | (entity.isOnGround() ? Senses.ENTITY_ON_GROUND : 0);
            if (living == null) {
                return flags;
            }
            return flags
                | (living.isBaby() ? Senses.ENTITY_BABY : 0)
                | (living.deathTime > 0 ? Senses.ENTITY_DYING : 0)
                | (living.hurtTime > 0 ? Senses.ENTITY_HURT : 0)
                | (living.isUsingItem() ? Senses.ENTITY_USING_ITEM : 0)
                | (living instanceof MobEntity mob && mob.isAttacking() ? Senses.ENTITY_AGGRESSIVE : 0)
                | (living instanceof SheepEntity sheep && sheep.isSheared() ? Senses.ENTITY_SHEARED : 0)
                | (living instanceof CreeperEntity creeper && (creeper.getFuseSpeed() > 0 || creeper.isIgnited()) ? Senses.ENTITY_FUSE_LIT : 0);
        }
    }
}
