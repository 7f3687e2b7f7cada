package anima.mod.observe;

import anima.mod.bridge.Body;
import com.mojang.authlib.GameProfile;
import java.util.Map;
import net.minecraft.entity.Entity;
import net.minecraft.stat.Stat;
import net.minecraft.text.Text;
import net.minecraft.util.hit.HitResult;

/**
 * The observation of one body: what is and what happens, and only what has changed, told in each tick.
 *
 * <p>It loads on a dedicated server, too: what only a client knows comes by the {@link Source}, or is told by whoever
 * hears of it.
 */
public final class Observation {
    private final Body told;
    private final Source source;
    private BodyView body;
    private SlotView slots;
    private EntityView entities;
    private Surroundings surroundings;
    private EventFeed events;
    private boolean isInWorld;
    private boolean looks;

    /** Makes one of which nothing was told yet. */
    public Observation(Body told, Source source) {
        this.told = told;
        this.source = source;
    }

    /** Another world was entered. What a server has said that does not show yet is forgotten, unless the game is the same. */
    public void enter(boolean sameGame) {
        this.isInWorld = true;
        this.looks = false;
        this.tellAnew();
        if (!sameGame || this.events == null) {
            this.events = new EventFeed(this.told.events());
        }
    }

    /** Nothing of what is counts as told any more. */
    public void tellAnew() {
        this.body = new BodyView(this.told.senses());
        this.slots = new SlotView(this.told.senses());
        this.entities = new EntityView(this.told.senses(), this.told.events());
        this.surroundings = new Surroundings(this.told.senses());
    }

    /** The world was left: nothing that happens is told. */
    public void leave() {
        this.isInWorld = false;
        this.looks = false;
    }

    /**
     * Tells everything that has changed since the last tick but for the land; a world must have been entered. What is
     * around and what happens is told only while the agent looks. Returns whether it does.
     */
    public boolean tell() {
        this.looks = this.told.looks();
        this.events.tell(this.source.player(), this.looks);
        this.body.tell(this.source);
        this.slots.tell(this.source);
        this.surroundings.tell(this.source);
        if (this.looks) {
            this.entities.tell(this.source);
        } else {
            this.entities.forget();
        }
        return this.looks;
    }

    /** Tells what the cross-hair is on now, after the head has turned. Returns it. */
    public HitResult aim() {
        return this.surroundings.tellTarget(this.source);
    }

    /** Tells what the body carries now, between two deeds of its hands. */
    public void tellCarried() {
        this.slots.tellInventory(this.source.player().getInventory());
    }

    /** Whether the agent looks, and listens to what is said. */
    public boolean looks() {
        return this.looks;
    }

    /** The body was hurt by an entity, -1 if by none. */
    public void hurtBy(int entity) {
        if (this.isInWorld) {
            this.events.hurtBy(entity);
        }
    }

    /** The body is said to have died. */
    public void died(Text message) {
        if (this.looks) {
            this.events.died(message);
        }
    }

    /** The body picks up some of an item that lies in the world. */
    public void pickedUp(Entity item, int count) {
        if (this.looks) {
            this.events.pickedUp(item, count);
        }
    }

    /** An entity shows a status: the body itself, an animal. */
    public void status(Entity entity, int status) {
        if (!this.looks) {
            return;
        }
        if (entity == this.source.player()) {
            this.events.status(this.source.player(), status);
        } else {
            this.entities.status(entity, status);
        }
    }

    /** The body's statistics, those that have changed. */
    public void statistics(Map<Stat<?>, Integer> changed) {
        if (!this.isInWorld) {
            return;
        }
        String[] names = new String[changed.size()];
        int[] counts = new int[names.length];
        int at = 0;
        for (Map.Entry<Stat<?>, Integer> each : changed.entrySet()) {
            names[at] = each.getKey().getName();
            counts[at++] = each.getValue();
        }
        this.told.senses().statistics(names, counts);
    }

    /** Something was said, by the game itself where there is no sender. */
    public void chat(GameProfile sender, Text message, boolean own) {
        if (this.looks) {
            this.events.chat(sender == null ? null : sender.getName(), message, own);
        }
    }

    /** Something was said by whoever has this name, by the game itself where there is none. */
    public void heard(String sender, Text message) {
        if (this.looks) {
            this.events.chat(sender, message, false);
        }
    }
}
