package anima.doubles;

import anima.host.EmbeddedWorld;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.enchantment.Enchantment;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.effect.StatusEffect;
import net.minecraft.item.Item;
import net.minecraft.screen.ScreenHandlerType;

/** What the embedded world's ids, those of 1.19.4, are in the game, whatever raw ids that gives them. */
public final class Shown {
    private final BlockState[] states;
    private final Item[] items;
    private final EntityType<?>[] types;
    private final Enchantment[] enchantments;
    private final StatusEffect[] effects;
    private final ScreenHandlerType<?>[] menus;

    private Shown(UnaryOperator<String> block, UnaryOperator<String> item) {
        states = values(EmbeddedWorld.blockStates(), name -> GameData.state(block.apply(name))).toArray(BlockState[]::new);
        items = values(EmbeddedWorld.items(), name -> GameData.item(item.apply(name))).toArray(Item[]::new);
        types = values(EmbeddedWorld.entityTypes(), GameData::entityType).toArray(EntityType<?>[]::new);
        enchantments = values(EmbeddedWorld.enchantments(), GameData::enchantment).toArray(Enchantment[]::new);
        effects = values(EmbeddedWorld.effects(), GameData::effect).toArray(StatusEffect[]::new);
        menus = values(EmbeddedWorld.menus(), GameData::menu).toArray(ScreenHandlerType<?>[]::new);
    }

    private static <T> Stream<T> values(String[] names, Function<String, T> value) {
        return Arrays.stream(names).map(value);
    }

    /** Every block and item is itself. */
    public static Shown asItIs() {
        return new Shown(name -> name, name -> name);
    }

    /** Some block states and items are shown as others, by their names. */
    public static Shown as(UnaryOperator<String> block, UnaryOperator<String> item) {
        return new Shown(block, item);
    }

    BlockState state(int id) {
        return states[id];
    }

    Item item(int id) {
        return items[id];
    }

    EntityType<?> entityType(int id) {
        return types[id];
    }

    Enchantment enchantment(int id) {
        return enchantments[id];
    }

    StatusEffect effect(int id) {
        return effects[id];
    }

    ScreenHandlerType<?> menu(int id) {
        return menus[id];
    }

    /** The raw id that each block state of 1.19.4 has in the game now. */
    int[] rawIds() {
        return Arrays.stream(states).mapToInt(Block::getRawIdFromState).toArray();
    }
}
