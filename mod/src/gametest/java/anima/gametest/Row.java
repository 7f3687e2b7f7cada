package anima.gametest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gui.screen.DeathScreen;
import net.minecraft.client.gui.screen.Screen;
import net.minecraft.client.gui.screen.ingame.AbstractInventoryScreen;
import net.minecraft.client.gui.screen.ingame.HandledScreen;
import net.minecraft.client.network.ClientPlayerEntity;
import net.minecraft.command.argument.BlockArgumentParser;
import net.minecraft.entity.player.PlayerInventory;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;
import net.minecraft.screen.slot.Slot;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Vec3d;
import net.minecraft.world.World;

/** What there is after a tick: a row of a trace. Cells are in the order of {@link #COLUMNS}. */
final class Row {
    static final List<String> COLUMNS = List.of(
        "tick", "compare", "x", "y", "z", "vx", "vy", "vz", "flags", "held", "screen", "window", "health", "carried", "blocks");
    /** The client's own doing, the same in every tick. */
    private static final List<String> OWN = List.of("x", "y", "z", "vx", "vy", "vz", "flags", "held", "blocks");
    /** What is compared when a wait ends: where the body is depends on how long it took. */
    private static final List<String> TOLD = List.of("held", "screen", "window", "health", "carried", "blocks");
    /** The columns from x to vz. */
    private static final int NUMBERS = 2;
    private static final int NUMBERS_END = 8;
    /** Blocks, and blocks per tick: more than rounding makes of a trace with six places, less than any rule does. */
    private static final double TOLERANCE = 0.0001;
    private static final int PLAYER_SLOTS = 36;
    private static final String NONE = "-";

    private final String[] cells;

    private Row(String[] cells) {
        this.cells = cells;
    }

    /** A row of a file. */
    static Row of(String line) {
        String[] cells = line.split("\t", -1);
        if (cells.length != COLUMNS.size()) {
            throw new IllegalArgumentException(cells.length + " cells, not " + COLUMNS.size() + ": " + line);
        }
        return new Row(cells);
    }

    /** What this client shows now; its tick, and what is compared, are those of the row that it is compared with. */
    Row seen(MinecraftClient client, boolean hasContents, List<BlockPos> watched) {
        ClientPlayerEntity player = client.player;
        Vec3d velocity = player.getVelocity();
        List<String> flags = new ArrayList<>();
        addIf(flags, player.isOnGround(), "ground");
        addIf(flags, player.isSprinting(), "sprint");
        addIf(flags, player.isInSneakingPose(), "sneak");
        addIf(flags, player.isInSwimmingPose(), "swim");
        PlayerInventory inventory = player.getInventory();
        ItemStack held = inventory.main.get(inventory.selectedSlot);
        String screen = screen(client.currentScreen, hasContents);
        World world = client.world;
        List<String> blocks = watched.stream().map(pos -> plain(BlockArgumentParser.stringifyBlockState(world.getBlockState(pos)))).toList();
        return new Row(new String[] {
            this.cells[0], this.cells[1],
            number(player.getX()), number(player.getY()), number(player.getZ()), number(velocity.x), number(velocity.y), number(velocity.z),
            listed(flags, "+"), held.isEmpty() ? NONE : stack(held), screen,
            screen.equals("container") ? window(player.currentScreenHandler.slots) : NONE,
            player.getHealth() == (int) player.getHealth() ? Integer.toString((int) player.getHealth()) : Float.toString(player.getHealth()),
            carried(inventory), listed(blocks, " ")
        });
    }

    /** What differs in another row, as {@code x: 0.5, not 0.7}; null if nothing that is compared does. */
    String difference(Row game) {
        List<String> compared = switch (this.cells[1]) {
            case "own" -> OWN;
            case "told" -> TOLD;
            default -> COLUMNS;
        };
        List<String> all = new ArrayList<>();
        for (int i = 0; i < this.cells.length; i++) {
            if (compared.contains(COLUMNS.get(i)) && !same(i, this.cells[i], game.cells[i])) {
                all.add(COLUMNS.get(i) + " is " + game.cells[i] + " in the game, " + this.cells[i] + " in the trace");
            }
        }
        return all.isEmpty() ? null : String.join("; ", all);
    }

    private static boolean same(int column, String one, String other) {
        return column >= NUMBERS && column < NUMBERS_END
            ? Math.abs(Double.parseDouble(one) - Double.parseDouble(other)) <= TOLERANCE : one.equals(other);
    }

    @Override
    public String toString() {
        return String.join("\t", this.cells);
    }

    private static void addIf(List<String> all, boolean is, String name) {
        if (is) {
            all.add(name);
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }

    private static String listed(List<String> all, String between) {
        return all.isEmpty() ? NONE : String.join(between, all);
    }

    private static String plain(String name) {
        return name.startsWith("minecraft:") ? name.substring("minecraft:".length()) : name;
    }

    private static String item(ItemStack stack) {
        return plain(String.valueOf(Registries.ITEM.getId(stack.getItem())));
    }

    private static String stack(ItemStack stack) {
        return item(stack) + " " + stack.getCount();
    }

    private static String screen(Screen screen, boolean hasContents) {
        if (screen == null) {
            return "none";
        }
        if (screen instanceof DeathScreen) {
            return "death";
        }
        if (screen instanceof AbstractInventoryScreen<?>) {
            return "inventory";
        }
        return screen instanceof HandledScreen<?> && hasContents ? "container" : "other";
    }

    /** What lies in the slots of a window, the player's own left out. */
    private static String window(List<Slot> slots) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < slots.size() - PLAYER_SLOTS; i++) {
            ItemStack stack = slots.get(i).getStack();
            addIf(all, !stack.isEmpty(), i + " " + stack(stack));
        }
        return listed(all, ", ");
    }

    private static String carried(PlayerInventory inventory) {
        Map<String, Integer> all = new TreeMap<>();
        for (List<ItemStack> part : Arrays.asList(inventory.main, inventory.armor, inventory.offHand)) {
            part.stream().filter(stack -> !stack.isEmpty()).forEach(stack -> all.merge(item(stack), stack.getCount(), Integer::sum));
        }
        return listed(all.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList(), ", ");
    }
}
