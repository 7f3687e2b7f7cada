package anima.doubles;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.fabricmc.fabric.api.event.registry.RegistryIdRemapCallback;
import net.minecraft.block.Block;
import net.minecraft.registry.Registries;
import net.minecraft.registry.Registry;

/**
 * Double of Fabric API's registry sync, as far as a client meets it: a server tells its raw ids after the join packet
 * and before the first chunk, a save has its own, and whoever leaves gets those of the start again.
 */
public final class RegistrySync {
    /** Whether a registry fails when it is asked for the name of a value. */
    public static boolean doubleFails;

    private RegistrySync() {
    }

    /** In the order in which they are numbered anew. */
    private static List<Names<?>> synced() {
        return List.of(
            names(Registries.ITEM), names(Registries.ENTITY_TYPE), names(Registries.BLOCK), names(Registries.ENCHANTMENT),
            names(Registries.STATUS_EFFECT), names(Registries.SCREEN_HANDLER));
    }

    private static Names<?> names(Registry<?> registry) {
        return (Names<?>) registry;
    }

    /** {@code StateIdTracker}: states follow their blocks, and what states there are is listed without holes. */
    static void followBlocks() {
        RegistryIdRemapCallback.event(Registries.BLOCK).register(state -> {
            Block.STATE_IDS.doubleClear();
            for (Block block : Registries.BLOCK) {
                block.doubleStates.forEach(Block.STATE_IDS::doubleAdd);
            }
        });
    }

    /** The numbers of another game: in any order, with holes. */
    public static void remap(long seed) {
        Random random = new Random(seed);
        for (Names<?> registry : synced()) {
            List<String> names = registry.all();
            Collections.shuffle(names, random);
            Map<String, Integer> ids = new HashMap<>();
            int next = random.nextInt(3);
            for (String name : names) {
                ids.put(name, next);
                next += random.nextInt(8) == 0 ? 1 + random.nextInt(5) : 1;
            }
            registry.remap(ids);
        }
    }

    /** One registry has changed places: what a server tells of which only that one has something of a mod. */
    public static void swap(Registry<?> registry, String one, String other) {
        Names<?> names = names(registry);
        Map<String, Integer> ids = new HashMap<>();
        swap(names, one, other, ids);
        names.remap(ids);
    }

    private static <T> void swap(Names<T> registry, String one, String other, Map<String, Integer> ids) {
        registry.all().forEach(name -> ids.put(name, registry.getRawId(registry.named(name))));
        int kept = ids.get(one);
        ids.put(one, ids.get(other));
        ids.put(other, kept);
    }

    /** The client has left. */
    public static void unmap() {
        synced().forEach(Names::unmap);
    }
}
