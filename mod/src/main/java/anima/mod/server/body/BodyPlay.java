package anima.mod.server.body;

import anima.mod.PlainText;
import anima.mod.bridge.Body;
import anima.mod.bridge.Host;
import anima.mod.bridge.Terrain;
import anima.mod.bridge.Turn;
import anima.mod.observe.Observation;
import java.util.function.Function;
import net.minecraft.entity.Entity;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.network.packet.Packet;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.text.Text;

/** One agent and its body on a server: what the server shows it goes in, what its hands are to do comes out. */
public final class BodyPlay implements ServerBody.Dweller {
    private final ServerBody body;
    private final Body agent;
    private final Grip grip;
    private final Function<ServerWorld, Terrain> terrains;
    private final String worldName;
    private final Observation observation;
    private final Turn turn = new Turn();
    private ServerWorld world;
    /** How many ticks the world has advanced since it was entered. */
    private long worldTick;
    /** The tick of the world that was played last. */
    private long playedTick;
    /** Whether there is a turn that was not carried out yet. */
    private boolean hasTurn;
    /** What went wrong in the middle of the world's tick; said at the next look, for the tick must go on. */
    private RuntimeException failure;

    BodyPlay(ServerBody body, Host host, String worldName, Function<ServerWorld, Terrain> terrains) {
        this.body = body;
        this.agent = host.body();
        this.grip = new Grip(body, this.agent);
        this.worldName = worldName;
        this.terrains = terrains;
        this.observation = new Observation(this.agent, new BodySource(body, this.grip));
        body.dwell(this);
    }

    /** Its body. */
    public ServerBody body() {
        return this.body;
    }

    /** Its agent: goals, state of play. */
    public Body agent() {
        return this.agent;
    }

    /** What it decided last. */
    public Turn turn() {
        return this.turn;
    }

    /** Whether it thinks, and the world is to stand still for it. */
    boolean wantsPause() {
        return this.turn.wantsPause();
    }

    boolean isThinking() {
        return this.turn.state() == Turn.THINKING;
    }

    /** Shows it what has changed; the land follows, for all bodies of a world at once. */
    void show() {
        if (this.failure != null) {
            throw this.failure;
        }
        this.follow();
        this.agent.viewDistance(this.body.player().server.getPlayerManager().getViewDistance());
        if (!this.hasTurn) {
            this.observation.tell();
        }
    }

    private void follow() {
        ServerWorld now = this.body.world();
        if (now == this.world) {
            return;
        }
        this.agent.enterWorld(this.terrains.apply(now), this.worldName, now.getRegistryKey().getValue().toString(), this.world != null);
        this.observation.enter(this.world != null);
        this.world = now;
        this.worldTick = 0;
        this.playedTick = -1;
        this.hasTurn = false;
    }

    /** Lets it decide, once for each tick of the world; one that thinks is asked again until it has an answer. */
    void decide(boolean pausable) {
        if (this.hasTurn || this.playedTick == this.worldTick) {
            return;
        }
        this.agent.pausable(pausable);
        this.agent.tick(this.worldTick, this.turn);
        this.hasTurn = !this.turn.wantsPause();
    }

    /** Carries out what it has decided, in a tick that the world plays. */
    void act() {
        if (this.hasTurn) {
            this.hasTurn = false;
            this.playedTick = this.worldTick;
            this.grip.apply(this.turn, this.observation);
        }
    }

    /** A world has advanced by a tick. */
    void worldTicked(ServerWorld ticked) {
        if (ticked == this.world) {
            this.worldTick++;
        }
    }

    /** Does something in the middle of the world's tick, once the world was entered. */
    private void inTick(Runnable what) {
        if (this.world == null || this.failure != null) {
            return;
        }
        try {
            what.run();
        } catch (RuntimeException e) {
            this.failure = e;
        }
    }

    @Override
    public void moves() {
        this.inTick(this.grip::go);
    }

    @Override
    public void hurt(DamageSource source) {
        Entity attacker = source.getAttacker();
        this.inTick(() -> this.observation.hurtBy(attacker == null ? -1 : attacker.getId()));
    }

    @Override
    public void said(Text sender, Text message) {
        this.inTick(() -> this.observation.heard(sender == null ? null : PlainText.of(sender), message));
    }

    @Override
    public void heard(Packet<?> packet) {
        this.inTick(() -> this.hear(packet));
    }

    private void hear(Packet<?> packet) {
        int own = this.body.player().getId();
        if (packet instanceof DeathMessageS2CPacket death && death.getEntityId() == own) {
            this.observation.died(death.getMessage());
        } else if (packet instanceof ItemPickupAnimationS2CPacket taken && taken.getCollectorEntityId() == own) {
            this.observation.pickedUp(this.world.getEntityById(taken.getEntityId()), taken.getStackAmount());
        } else if (packet instanceof EntityStatusS2CPacket status) {
            this.observation.status(status.getEntity(this.world), status.getStatus());
        } else if (packet instanceof StatisticsS2CPacket statistics) {
            this.observation.statistics(statistics.getStatMap());
        }
    }

    /** Ends the agent and takes its body out of the game. */
    void close() {
        try {
            this.body.leave();
        } finally {
            this.agent.close();
        }
    }
}
