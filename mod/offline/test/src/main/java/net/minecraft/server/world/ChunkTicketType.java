package net.minecraft.server.world;

import java.util.Comparator;

/** Double. */
public class ChunkTicketType<T> {
    private ChunkTicketType() {
    }

    public static <T> ChunkTicketType<T> create(String name, Comparator<T> order) {
        return new ChunkTicketType<>();
    }
}
