package anima.host;

import anima.mod.bridge.Body;
import anima.mod.bridge.EntityState;
import anima.mod.bridge.Host;
import anima.mod.bridge.Registries;
import anima.mod.bridge.Senses;
import anima.mod.bridge.Terrain;
import anima.mod.bridge.Turn;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** A body that is told of an embedded world without a game in between: only what has changed, as a client would. */
public final class Direct {
    private final EmbeddedWorld world;
    private final Host host;
    private final Terrain terrain;
    private final Body body;
    private final Turn turn = new Turn();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
    private final double[] player = new double[EmbeddedWorld.PLAYER];
    private final int[] facts = new int[EmbeddedWorld.FACTS];
    private final int[] inventory = new int[41 * EmbeddedWorld.STACK];
    private final int[] inventoryTold = new int[inventory.length];
    /** The chunks that the client has loaded. */
    private final Set<Long> here = new HashSet<>();
    private int[] menu = new int[0];
    private int menuTold = -2;
    private boolean screenOpened;
    private Set<Integer> entitiesTold = new HashSet<>();

    /** A body that has entered the world. */
    public Direct(EmbeddedWorld world, Path config, Path game) {
        this.world = world;
        this.host = Host.open(config, game, registries());
        this.terrain = this.host.terrain(-64, 384, EmbeddedWorld.biomes());
        this.body = this.host.body();
        this.body.enterWorld(this.terrain, "embedded", "minecraft:overworld", false);
        Arrays.fill(this.inventoryTold, -1);
    }

    /** The registries of 1.19.4. */
    public static Registries registries() {
        String[] states = EmbeddedWorld.blockStates();
        String[] types = EmbeddedWorld.entityTypes();
        return new Registries(
                states, new byte[states.length], new float[states.length], new byte[states.length], EmbeddedWorld.items(), types, new boolean[types.length],
                EmbeddedWorld.enchantments(), EmbeddedWorld.effects(), EmbeddedWorld.menus());
    }

    /** What the body shares with no other. */
    public Host host() {
        return this.host;
    }

    /** The body. */
    public Body body() {
        return this.body;
    }

    /** Ends all of it. */
    public void close() {
        this.body.close();
        this.terrain.close();
        this.host.close();
    }

    /** The turn of the last tick. */
    public Turn turn() {
        return this.turn;
    }

    /** Tells what has changed and asks what to do. */
    public void decide() {
        this.world.player(this.player);
        this.world.facts(this.facts);
        this.world.inventory(this.inventory);
        boolean looks = this.body.looks();
        this.tellEvents();
        this.tellPlayer();
        this.tellTerrain(looks);
        this.tellMenu();
        this.tellEntities();
        this.tellTarget();
        this.body.tick(this.world.ticks(), this.turn);
    }

    /** Does what the last turn says. */
    public void act() {
        Turn turn = this.turn;
        float yaw = (float) this.player[EmbeddedWorld.YAW] + turn.yaw();
        float pitch = (float) this.player[EmbeddedWorld.PITCH] + turn.pitch();
        this.world.tick(
                turn.keys(), yaw, Math.max(-90, Math.min(90, pitch)), turn.hotbar(), turn.screen(),
                turn.clickMode(), turn.clickSlot(), turn.clickButton(), turn.button(), turn.respawns(),
                turn.asksStatistics(),
                turn.hasChat() ? this.body.chat() : null, turn.hasRename() ? this.body.rename() : null, null);
    }

    /** Tells of the land: of an agent that does not look nothing, else what it wants of what is loaded. */
    private void tellTerrain(boolean looks) {
        Terrain terrain = this.terrain;
        int[] unloaded = this.world.unloaded();
        for (int i = 0; i < unloaded.length; i += 2) {
            this.here.remove(chunk(unloaded[i], unloaded[i + 1]));
            terrain.unload(unloaded[i], unloaded[i + 1]);
        }
        int[] loaded = this.world.loaded();
        for (int i = 0; i < loaded.length; i += 2) {
            this.here.add(chunk(loaded[i], loaded[i + 1]));
            terrain.loaded(loaded[i], loaded[i + 1]);
        }
        if (!looks) {
            return;
        }
        for (long next = terrain.want(); next != Terrain.NOTHING; next = terrain.want()) {
            if (this.here.contains(next)) {
                int x = (int) next;
                int z = (int) (next >> 32);
                terrain.column(x, z, this.bytes, 0, this.world.column(x, z, this.bytes));
            }
        }
        int[] changes = this.world.changes();
        for (int i = 0; i < changes.length; i += 4) {
            terrain.block(changes[i], changes[i + 1], changes[i + 2], changes[i + 3]);
        }
    }

    /** As the bridge names a chunk. */
    private static long chunk(int x, int z) {
        return (long) z << 32 | x & 0xFFFFFFFFL;
    }

    private void tellEvents() {
        this.screenOpened = false;
        for (String event : this.world.events()) {
            String[] words = event.split("\t", -1);
            switch (words[0]) {
                case "chat" -> this.body.events().chat(words[1], words[2], Boolean.parseBoolean(words[3]));
                case "picked_up" -> this.body.events().pickedUp(
                        Integer.parseInt(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]), null);
                case "hurt" -> this.body.events().hurt(Float.parseFloat(words[1]), Integer.parseInt(words[2]));
                case "died" -> this.body.events().died(words[1]);
                case "respawned" -> this.body.events().respawned();
                case "hearts" -> this.body.senses().hearts(Integer.parseInt(words[1]));
                case "item_broke" -> this.body.events().itemBroke(Integer.parseInt(words[1]));
                case "screen_opened" -> this.screenOpened = true;
                case "screen_closed" -> { }
                default -> throw new AssertionError(event);
            }
        }
    }

    private void tellPlayer() {
        double[] p = this.player;
        Senses senses = this.body.senses();
        senses.place(p[0], p[1], p[2], p[3], p[4], p[5]);
        senses.look(
                (float) p[EmbeddedWorld.YAW], (float) p[EmbeddedWorld.PITCH],
                (float) p[EmbeddedWorld.EYE_HEIGHT], (float) p[EmbeddedWorld.HEIGHT]);
        senses.stance(this.facts[EmbeddedWorld.FLAGS], (int) p[EmbeddedWorld.DOUBLE_TAP]);
        senses.vitals(
                (float) p[EmbeddedWorld.HEALTH], (int) p[EmbeddedWorld.FOOD], (float) p[EmbeddedWorld.SATURATION],
                (int) p[EmbeddedWorld.AIR]);
        senses.experience((int) p[EmbeddedWorld.LEVEL], (float) p[EmbeddedWorld.LEVEL_PROGRESS]);
        senses.hands((float) p[EmbeddedWorld.ATTACK_CHARGE], (float) p[EmbeddedWorld.DIG_PROGRESS]);
        int[] effects = this.world.effectsAtWork();
        senses.effects(effects, effects.length / 3);
        senses.world(this.facts[EmbeddedWorld.TIME_OF_DAY], this.facts[EmbeddedWorld.WEATHER], false);
        senses.light(this.facts[EmbeddedWorld.SKY_LIGHT], this.facts[EmbeddedWorld.BLOCK_LIGHT]);
        int[] counts = this.world.statisticCounts();
        if (counts.length > 0) {
            senses.statistics(this.world.statisticNames(), counts);
        }
        for (int slot = 0; slot < 41; slot++) {
            int at = slot * EmbeddedWorld.STACK;
            if (!Arrays.equals(this.inventory, at, at + 4, this.inventoryTold, at, at + 4)) {
                senses.inventory(
                        slot, this.inventory[at], this.inventory[at + 1], this.inventory[at + 2],
                        this.enchantments(this.inventory[at + 3], EmbeddedWorld.IN_INVENTORY, slot));
            }
        }
        System.arraycopy(this.inventory, 0, this.inventoryTold, 0, this.inventory.length);
        senses.selected(this.facts[EmbeddedWorld.SELECTED]);
    }

    private void tellMenu() {
        Senses senses = this.body.senses();
        int slots = this.facts[EmbeddedWorld.MENU_SLOTS];
        int kind = this.facts[EmbeddedWorld.MENU];
        if (kind != this.menuTold || this.screenOpened) {
            senses.menu(kind, slots);
            this.menuTold = kind;
            this.menu = new int[(slots + 1) * EmbeddedWorld.STACK];
        }
        int[] now = new int[this.menu.length];
        this.world.menu(now);
        for (int slot = 0; slot <= slots; slot++) {
            int at = slot * EmbeddedWorld.STACK;
            if (Arrays.equals(now, at, at + 4, this.menu, at, at + 4)) {
                continue;
            }
            if (slot == slots) {
                senses.cursor(
                        now[at], now[at + 1], now[at + 2], this.enchantments(now[at + 3], EmbeddedWorld.ON_CURSOR, 0));
            } else {
                senses.slot(
                        slot, now[at], now[at + 1], now[at + 2],
                        this.enchantments(now[at + 3], EmbeddedWorld.IN_MENU, slot));
            }
        }
        this.menu = now;
        int[] properties = this.world.properties();
        for (int i = 0; i < properties.length; i++) {
            senses.property(i, properties[i]);
        }
        senses.screen(this.facts[EmbeddedWorld.SCREEN]);
    }

    private void tellEntities() {
        Senses senses = this.body.senses();
        int count = this.world.entityCount();
        int[] ints = new int[count * EmbeddedWorld.ENTITY_INTS];
        double[] doubles = new double[count * EmbeddedWorld.ENTITY_DOUBLES];
        this.world.entities(ints, doubles);
        Set<Integer> now = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int at = i * EmbeddedWorld.ENTITY_INTS;
            int d = i * EmbeddedWorld.ENTITY_DOUBLES;
            int id = ints[at];
            now.add(id);
            EntityState state = new EntityState();
            state.id = id;
            state.type = ints[at + EmbeddedWorld.ENTITY_TYPE];
            state.x = doubles[d];
            state.y = doubles[d + 1];
            state.z = doubles[d + 2];
            state.velocityX = doubles[d + 3];
            state.velocityY = doubles[d + 4];
            state.velocityZ = doubles[d + 5];
            state.yaw = (float) doubles[d + EmbeddedWorld.ENTITY_YAW];
            state.width = (float) doubles[d + EmbeddedWorld.ENTITY_WIDTH];
            state.height = (float) doubles[d + EmbeddedWorld.ENTITY_HEIGHT];
            state.health = (float) doubles[d + EmbeddedWorld.ENTITY_HEALTH];
            state.flags = ints[at + EmbeddedWorld.ENTITY_FLAGS];
            state.variant = ints[at + EmbeddedWorld.ENTITY_VARIANT];
            senses.entity(state);
            int item = at + EmbeddedWorld.ENTITY_ITEM;
            senses.entityItem(
                    id, ints[item], ints[item + 1], ints[item + 2],
                    this.enchantments(ints[item + 3], EmbeddedWorld.ON_ENTITY, id));
        }
        for (int id : this.entitiesTold) {
            if (!now.contains(id)) {
                senses.entityGone(id);
            }
        }
        this.entitiesTold = now;
    }

    private void tellTarget() {
        Senses senses = this.body.senses();
        switch (this.facts[EmbeddedWorld.TARGET]) {
            case EmbeddedWorld.TARGET_BLOCK -> senses.targetBlock(
                    this.facts[EmbeddedWorld.TARGET_X], this.facts[EmbeddedWorld.TARGET_Y],
                    this.facts[EmbeddedWorld.TARGET_Z], this.facts[EmbeddedWorld.TARGET_FACE],
                    this.player[EmbeddedWorld.TARGET_POINT_X], this.player[EmbeddedWorld.TARGET_POINT_Y],
                    this.player[EmbeddedWorld.TARGET_POINT_Z]);
            case EmbeddedWorld.TARGET_IS_ENTITY -> senses.targetEntity(this.facts[EmbeddedWorld.TARGET_ENTITY]);
            default -> senses.targetNothing();
        }
    }

    private int[] enchantments(int count, int where, int place) {
        return count == 0 ? null : this.world.enchantmentsOf(where, place);
    }
}
