package anima.mod.observe;

import anima.mod.bridge.EntityState;
import anima.mod.bridge.Events;
import anima.mod.bridge.Senses;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;
import java.util.Arrays;
import net.minecraft.entity.Entity;
import net.minecraft.entity.ItemEntity;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.mob.CreeperEntity;
import net.minecraft.entity.mob.MobEntity;
import net.minecraft.entity.passive.AnimalEntity;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.entity.passive.TameableEntity;
import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;
import net.minecraft.util.math.Vec3d;

/**
 * Tells of other entities: those that are new, those that have changed, those that are gone. One that the player cannot
 * see because it is invisible is not there.
 *
 * <p>A server may send any number. Of more than are told of, the nearest are: they are what harms and is within reach,
 * and what the agent looks at first.
 */
final class EntityView {
    /** Most hearts of animals that are told of in a tick; a player feeds one in a tick at most. */
    private static final int MOST_HEARTS = 64;
    /** Entity status of an animal that falls in love or gives birth ({@code AnimalEntity.handleStatus}). */
    private static final int HEARTS = 18;
    /** How many bits of the square of a distance, from the top, say in which ring it is: so a ring is 3 in 100 of the way wide. */
    private static final int RING_BITS = 13;

    private final Senses senses;
    private final Events events;
    private final Int2ObjectOpenHashMap<Told> told = new Int2ObjectOpenHashMap<>();
    /** How many entities are in each ring around the player. */
    private final int[] rings = new int[1 << RING_BITS - 1];
    /** Those that are told of in this tick. */
    private final Entity[] nearest = new Entity[Senses.MOST_ENTITIES];
    /** How the entity that is looked at is. */
    private EntityState now = new EntityState();
    private long round;
    /** How many were left out when they were most. */
    private int leftOut;
    /** Hearts since the last tick, also those that were too much. */
    private int hearts;

    EntityView(Senses senses, Events events) {
        this.senses = senses;
        this.events = events;
    }

    /** Nothing counts as told any more. */
    void forget() {
        if (!this.told.isEmpty()) {
            this.told.clear();
            this.told.trim();
        }
    }

    void tell(Source source) {
        if (this.hearts > MOST_HEARTS) {
            this.events.dropped(0, this.hearts - MOST_HEARTS, 0);
        }
        this.hearts = 0;
        this.round++;
        int count = this.choose(source);
        int known = 0;
        for (int i = 0; i < count; i++) {
            Told before = this.told.get(this.nearest[i].getId());
            if (before != null) {
                before.round = this.round;
                known++;
            }
        }
        if (known != this.told.size()) {
            this.tellGone(); // First, for as many new ones need their room.
        }
        for (int i = 0; i < count; i++) {
            this.tell(this.nearest[i]);
        }
        Arrays.fill(this.nearest, 0, count, null);
    }

    /** Puts the entities that are to be told of into their place; returns how many they are. */
    private int choose(Source source) {
        PlayerEntity player = source.player();
        int present = 0;
        for (Entity entity : source.entities()) { // The game has them in the order in which they came.
            if (isThere(entity, player)) {
                if (present < this.nearest.length) {
                    this.nearest[present] = entity;
                }
                present++;
            }
        }
        int over = present - this.nearest.length;
        if (over <= 0) {
            return present;
        }
        this.chooseNearest(source);
        if (over > this.leftOut) {
            this.events.dropped(0, 0, over - this.leftOut);
            this.leftOut = over;
        }
        return this.nearest.length;
    }

    /** Chooses all in the rings before one, and in that one those that came first, as many as there is room for. */
    private void chooseNearest(Source source) {
        PlayerEntity player = source.player();
        Arrays.fill(this.rings, 0);
        for (Entity entity : source.entities()) {
            if (isThere(entity, player)) {
                this.rings[ring(entity, player)]++;
            }
        }
        int last = 0;
        int room = this.nearest.length;
        while (this.rings[last] <= room) { // There are more than there is room for, so it ends.
            room -= this.rings[last++];
        }
        int count = 0;
        for (Entity entity : source.entities()) {
            int ring = ring(entity, player);
            if ((ring < last || ring == last && room > 0) && isThere(entity, player)) {
                room -= ring == last ? 1 : 0;
                this.nearest[count++] = entity;
            }
        }
    }

    private static boolean isThere(Entity entity, PlayerEntity player) {
        return entity != player && !entity.isInvisibleTo(player);
    }

    /** In which ring around the player an entity is, 0 the innermost; one that is nowhere (NaN) is in the outermost. */
    private static int ring(Entity entity, PlayerEntity player) {
        double x = entity.getX() - player.getX();
        double y = entity.getY() - player.getY();
        double z = entity.getZ() - player.getZ();
        return Float.floatToIntBits((float) (x * x + y * y + z * z)) >>> Integer.SIZE - RING_BITS;
    }

    private void tell(Entity entity) {
        Told before = this.told.get(entity.getId());
        if (before == null) {
            before = new Told();
            this.told.put(entity.getId(), before);
        }
        before.round = this.round;
        this.read(entity);
        if (before.state == null || !this.now.isAs(before.state)) {
            EntityState told = this.now;
            this.now = before.state == null ? new EntityState() : before.state;
            before.state = told;
            told.id = entity.getId();
            told.type = Registries.ENTITY_TYPE.getRawId(entity.getType());
            try {
                this.senses.entity(told);
            } catch (IllegalArgumentException nowhere) {
                this.senses.entityGone(told.id); // An entity of another mod may be nowhere (NaN): we do without it.
            }
        }
        ItemStack item = entity instanceof ItemEntity dropped ? dropped.getStack()
            : entity instanceof LivingEntity living ? living.getMainHandStack() : ItemStack.EMPTY;
        if (before.item.changes(item)) {
            this.senses.entityItem(entity.getId(), Stacks.item(item), Stacks.count(item), item.getDamage(), Stacks.enchantments(item));
        }
    }

    /** An entity shows a status. */
    void status(Entity entity, int status) {
        if (status == HEARTS && entity instanceof AnimalEntity && this.told.containsKey(entity.getId()) && this.hearts++ < MOST_HEARTS) {
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

    /** How an entity is now. */
    private void read(Entity entity) {
        EntityState now = this.now;
        Vec3d velocity = entity.getVelocity();
        LivingEntity living = entity instanceof LivingEntity alive ? alive : null;
        now.x = entity.getX();
        now.y = entity.getY();
        now.z = entity.getZ();
        now.velocityX = velocity.x;
        now.velocityY = velocity.y;
        now.velocityZ = velocity.z;
        now.yaw = entity.getBodyYaw();
        now.width = entity.getWidth();
        now.height = entity.getHeight();
        now.health = living == null ? -1 : Math.max(living.getHealth(), 0);
        now.flags = flags(entity, living);
        now.variant = entity instanceof SheepEntity sheep ? sheep.getColor().getId() : 0;
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
            | (living instanceof TameableEntity animal && animal.isTamed() ? Senses.ENTITY_TAME : 0)
            | (living instanceof TameableEntity animal && animal.isInSittingPose() ? Senses.ENTITY_SITTING : 0)
            | (living instanceof CreeperEntity creeper && (creeper.getFuseSpeed() > 0 || creeper.isIgnited()) ? Senses.ENTITY_FUSE_LIT : 0);
    }

    /** What was told of one entity. */
    private static final class Told {
        private final Stacks.Told item = new Stacks.Told();
        private long round;
        /** Null until it was told. */
        private EntityState state;
    }
}
