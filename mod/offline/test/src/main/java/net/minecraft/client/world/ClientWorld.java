package net.minecraft.client.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.minecraft.entity.Entity;
import net.minecraft.world.World;

/** Double: its entities, and what happens in a tick. */
public class ClientWorld extends World {
    public final List<Entity> doubleEntities = new ArrayList<>();
    public final ClientChunkManager doubleChunks = new ClientChunkManager();
    public Runnable doubleTick = () -> { };
    public int doubleTicks;

    public ClientWorld() {
        super((Void) null);
    }

    @Override
    public ClientChunkManager getChunkManager() {
        return doubleChunks;
    }

    public Iterable<Entity> getEntities() {
        return doubleEntities;
    }

    @Override
    public Entity getEntityById(int id) {
        for (Entity entity : doubleEntities) {
            if (entity.getId() == id) {
                return entity;
            }
        }
        return null;
    }

    public void tickEntities() {
        doubleTick.run();
        ClientTickEvents.END_WORLD_TICK.invoker().onEndTick(this); // Fabric's injection, at the tail.
    }

    public void tick(BooleanSupplier shouldKeepTicking) {
        doubleTicks++;
    }
}
