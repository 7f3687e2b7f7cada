package anima.mod.server.body;

import anima.mod.bridge.Body;
import anima.mod.bridge.Deed;
import anima.mod.bridge.Hands;
import anima.mod.bridge.Turn;
import anima.mod.observe.Observation;
import net.minecraft.entity.Entity;
import net.minecraft.screen.slot.SlotActionType;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.hit.EntityHitResult;
import net.minecraft.util.hit.HitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;

/**
 * What becomes of the turns of a server body: its keys go into the {@linkplain Hands hand machine}, whose deeds are
 * carried out one after the other; windows, respawn and statistics go straight to the handler.
 *
 * <p>It decides nothing, and remembers of a client only that the player's own inventory is open, which no server is told.
 */
final class Grip {
    /** In the order in which the protocol numbers them. */
    private static final SlotActionType[] MODES = {
        SlotActionType.PICKUP, SlotActionType.QUICK_MOVE, SlotActionType.SWAP, SlotActionType.CLONE, SlotActionType.THROW,
        SlotActionType.QUICK_CRAFT, SlotActionType.PICKUP_ALL
    };
    /** By their ids. */
    private static final Direction[] SIDES = {
        Direction.DOWN, Direction.UP, Direction.NORTH, Direction.SOUTH, Direction.WEST, Direction.EAST
    };

    private final ServerBody body;
    private final Body agent;
    private final Hands hands;
    private final Deed deed = new Deed();
    /** Whose hands they are: after a respawn another's, who remembers nothing. */
    private ServerPlayerEntity player;
    private boolean hasInventoryOpen;
    private float digProgress;

    /** Makes hands that hold nothing. */
    Grip(ServerBody body, Body agent) {
        this.body = body;
        this.agent = agent;
        this.hands = agent.hands();
        this.player = body.player();
    }

    /** Does what a turn says, just before the world's tick for which it was decided; what it changes is told at once. */
    void apply(Turn turn, Observation observation) {
        ServerPlayerEntity player = this.player();
        Deeds deeds = this.body.deeds();
        if (turn.asksStatistics()) {
            deeds.askStatistics();
        }
        if (player.isDead()) {
            if (turn.respawns()) {
                deeds.respawn();
            }
            return;
        }
        deeds.look(player.getYaw() + turn.yaw(), player.getPitch() + turn.pitch());
        this.useScreenKey(turn, player);
        if (turn.screen() == Turn.SCREEN_CLOSE) {
            observation.tellCarried(); // What lay in the grid or on the cursor comes back.
        }
        HitResult target = observation.aim();
        boolean hasScreen = this.hasScreen(player);
        if (this.hands.read(hasScreen)) {
            this.doAll(turn, target, observation);
        } else if (this.hasWindow(player)) {
            this.click(turn);
        }
        this.digProgress = this.hands.digProgress();
    }

    /** The player, after a respawn the new one. */
    private ServerPlayerEntity player() {
        ServerPlayerEntity now = this.body.player();
        if (now != this.player) {
            this.player = now;
            this.hasInventoryOpen = false;
            this.digProgress = 0;
            this.hands.forget();
        }
        return now;
    }

    private void useScreenKey(Turn turn, ServerPlayerEntity player) {
        switch (turn.screen()) {
            case Turn.SCREEN_OPEN_INVENTORY -> this.hasInventoryOpen = !this.hasScreen(player);
            case Turn.SCREEN_CLOSE -> {
                if (player.isSleeping()) {
                    this.body.deeds().wake();
                } else if (this.hasWindow(player)) {
                    this.hasInventoryOpen = false;
                    this.body.deeds().close();
                }
            }
            default -> { }
        }
    }

    private void click(Turn turn) {
        Deeds deeds = this.body.deeds();
        if (turn.hasRename()) {
            deeds.rename(this.agent.rename());
        }
        if (turn.clickMode() != Turn.NONE) {
            deeds.click(turn.clickSlot(), turn.clickButton(), MODES[turn.clickMode()]);
        } else if (turn.button() != Turn.NONE) {
            deeds.press(turn.button());
        }
    }

    /** Asks for deed after deed and carries each out. */
    private void doAll(Turn turn, HitResult target, Observation observation) {
        ServerPlayerEntity player = this.player;
        BlockPos dug = (turn.keys() & Turn.ATTACK) != 0 && target instanceof BlockHitResult hit && target.getType() == HitResult.Type.BLOCK
            ? hit.getBlockPos() : null;
        int answer = Hands.PASS;
        while (true) {
            float delta = dug == null ? 0 : player.world.getBlockState(dug).calcBlockBreakingDelta(player, player.world, dug);
            this.hands.next(answer, player.isUsingItem(), this.hasScreen(player), delta, this.deed);
            if (this.deed.kind() == Deed.NONE) {
                return;
            }
            answer = this.carryOut(player, target);
            observation.tellCarried();
        }
    }

    /** Carries the deed out; what it came to. */
    private int carryOut(ServerPlayerEntity player, HitResult target) {
        Deeds deeds = this.body.deeds();
        Deed deed = this.deed;
        Hand hand = deed.isOffHand() ? Hand.OFF_HAND : Hand.MAIN_HAND;
        switch (deed.kind()) {
            case Deed.SELECT -> deeds.select(deed.number());
            case Deed.SWAP_HANDS -> deeds.swap();
            case Deed.DROP_ONE -> {
                boolean holds = !player.getMainHandStack().isEmpty();
                deeds.drop(false);
                return holds ? Hands.SUCCESS : Hands.PASS;
            }
            case Deed.RELEASE_ITEM -> deeds.release();
            case Deed.ATTACK -> {
                Entity struck = player.world.getEntityById(deed.number());
                if (struck != null) {
                    deeds.attack(struck, player.isSneaking());
                }
            }
            case Deed.SWING -> deeds.swing(hand);
            case Deed.START_DIGGING -> deeds.startDigging(this.block(), SIDES[deed.side()]);
            case Deed.STOP_DIGGING -> deeds.stopDigging(this.block(), SIDES[deed.side()]);
            case Deed.ABORT_DIGGING -> deeds.abortDigging(this.block(), SIDES[deed.side()]);
            case Deed.USE_ON_BLOCK -> {
                return answer(target instanceof BlockHitResult hit ? deeds.use(hand, hit) : ActionResult.FAIL);
            }
            case Deed.USE_ON_ENTITY -> {
                return answer(target instanceof EntityHitResult hit ? use(deeds, player, hand, hit) : ActionResult.FAIL);
            }
            case Deed.USE_ITEM -> {
                return answer(deeds.use(hand));
            }
            case Deed.RESET_CHARGE -> deeds.resetCharge();
            default -> throw new IllegalStateException("no deed has the number " + deed.kind());
        }
        return Hands.SUCCESS;
    }

    private BlockPos block() {
        return new BlockPos(this.deed.x(), this.deed.y(), this.deed.z());
    }

    private static ActionResult use(Deeds deeds, ServerPlayerEntity player, Hand hand, EntityHitResult hit) {
        Entity entity = hit.getEntity();
        Vec3d at = hit.getPos().add(-entity.getX(), -entity.getY(), -entity.getZ());
        return deeds.use(hand, entity, player.isSneaking(), at);
    }

    private static int answer(ActionResult came) {
        if (came == ActionResult.SUCCESS) {
            return Hands.SUCCESS;
        }
        if (came.isAccepted()) {
            return Hands.CONSUME;
        }
        return came == ActionResult.FAIL ? Hands.FAIL : Hands.PASS;
    }

    /** The body is about to move: its legs go by the keys of the turn. In bed they rest. */
    void go() {
        ServerPlayerEntity player = this.player();
        if (player.isSleeping()) {
            return;
        }
        int stance = (!player.isSwimming() && player.isInSneakingPose() || player.isCrawling() ? Hands.SLOWED : 0)
            | (player.isUsingItem() ? Hands.USES_ITEM : 0)
            | (player.isSprinting() ? Hands.SPRINTS : 0)
            | (player.isSwimming() ? Hands.SWIMS : 0)
            | (player.isTouchingWater() ? Hands.IN_WATER : 0)
            | (player.isSubmergedInWater() ? Hands.SUBMERGED : 0)
            | (player.isOnGround() ? Hands.ON_GROUND : 0)
            | (player.horizontalCollision ? Hands.HIT_WALL : 0);
        Hands hands = this.hands;
        hands.go(
            stance, player.getHungerManager().getFoodLevel(), player.isDead() || this.hasScreen(player),
            player.getX(), player.getY(), player.getZ(), player.getYaw());
        this.body.deeds().move(hands.forward(), hands.sideways(), hands.jumps(), hands.sneaks(), hands.sprints());
    }

    private boolean hasScreen(ServerPlayerEntity player) {
        return player.isSleeping() || this.hasWindow(player);
    }

    private boolean hasWindow(ServerPlayerEntity player) {
        return this.hasInventoryOpen || player.currentScreenHandler != player.playerScreenHandler;
    }

    /** Whether the forward key moved the body in the last tick, at the full speed of walking. */
    boolean isWalking() {
        return this.hands.walks();
    }

    /** Ticks in which another press of the forward key starts a sprint. */
    int doubleTapTicks() {
        return this.hands.doubleTapTicks();
    }

    /** How far the block is dug that is being dug, 0 to 1; 0 for none. */
    float digProgress() {
        return this.body.player().isDead() ? 0 : this.digProgress;
    }

    /** Whether the player's own inventory counts as open. */
    boolean hasInventoryOpen() {
        return this.hasInventoryOpen;
    }
}
