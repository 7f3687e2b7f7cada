package anima.mod.server.body;

import it.unimi.dsi.fastutil.ints.Int2ObjectMaps;
import net.minecraft.entity.Entity;
import net.minecraft.network.packet.c2s.play.ButtonClickC2SPacket;
import net.minecraft.network.packet.c2s.play.ClickSlotC2SPacket;
import net.minecraft.network.packet.c2s.play.ClientCommandC2SPacket;
import net.minecraft.network.packet.c2s.play.ClientStatusC2SPacket;
import net.minecraft.network.packet.c2s.play.CloseHandledScreenC2SPacket;
import net.minecraft.network.packet.c2s.play.HandSwingC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerActionC2SPacket.Action;
import net.minecraft.network.packet.c2s.play.PlayerInteractBlockC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerInteractEntityC2SPacket;
import net.minecraft.network.packet.c2s.play.PlayerInteractItemC2SPacket;
import net.minecraft.network.packet.c2s.play.RenameItemC2SPacket;
import net.minecraft.network.packet.c2s.play.UpdateSelectedSlotC2SPacket;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.slot.SlotActionType;
import net.minecraft.server.network.ServerPlayNetworkHandler;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.ActionResult;
import net.minecraft.util.Hand;
import net.minecraft.util.hit.BlockHitResult;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;

/**
 * What the hands of a server body can do: what a client sends when a person does it goes through the same methods of the
 * handler, with its checks. Only movement, which the game leaves to the client, is set on the player itself.
 *
 * <p>It decides nothing: which key becomes which of these, and when, is the hand machine's.
 */
public final class Deeds {
    /** How much faster a player sinks in each tick in which it sneaks in water, in blocks per tick. */
    private static final double SINKING = 0.04F;

    private final ServerBody body;
    /** The number of the last action that has one; they only grow. */
    private int sequence;
    /** What the last use came to; PASS before the first. */
    private ActionResult result = ActionResult.PASS;

    Deeds(ServerBody body) {
        this.body = body;
    }

    private ServerPlayNetworkHandler handler() {
        return this.body.handler();
    }

    private ServerPlayerEntity player() {
        return this.body.player();
    }

    /** Turns the head. */
    public void look(float yaw, float pitch) {
        this.player().setYaw(yaw);
        this.player().setPitch(Math.max(-90, Math.min(90, pitch)));
    }

    /**
     * Moves in this tick, as {@code ClientPlayerEntity.tickMovement} makes its player; called just before the body moves.
     *
     * @param forward -1 to 1, forward above 0, as the client's input has it after sneaking and using are taken off
     * @param sideways -1 to 1, to the left above 0
     */
    public void move(float forward, float sideways, boolean jumps, boolean sneaks, boolean sprints) {
        ServerPlayerEntity player = this.player();
        player.forwardSpeed = forward;
        player.sidewaysSpeed = sideways;
        player.setJumping(jumps);
        player.setSneaking(sneaks);
        player.setSprinting(sprints);
        if (sneaks && player.isTouchingWater()) {
            Vec3d velocity = player.getVelocity();
            player.setVelocity(velocity.x, velocity.y - SINKING, velocity.z); // LivingEntity.knockDownwards
        }
    }

    /** Takes a slot of the hot bar, 0 to 8, into the hand. */
    public void select(int slot) {
        this.handler().onUpdateSelectedSlot(new UpdateSelectedSlotC2SPacket(slot));
    }

    /** Swaps what the two hands hold. */
    public void swap() {
        this.act(Action.SWAP_ITEM_WITH_OFFHAND, BlockPos.ORIGIN, Direction.DOWN, 0);
    }

    /** Drops one of what the hand holds, or all of it. */
    public void drop(boolean all) {
        this.act(all ? Action.DROP_ALL_ITEMS : Action.DROP_ITEM, BlockPos.ORIGIN, Direction.DOWN, 0);
    }

    /** Lets go of what is being used: the bow shoots, the meal is over. */
    public void release() {
        this.act(Action.RELEASE_USE_ITEM, BlockPos.ORIGIN, Direction.DOWN, 0);
    }

    /** Begins to dig a block. */
    public void startDigging(BlockPos pos, Direction side) {
        this.act(Action.START_DESTROY_BLOCK, pos, side, ++this.sequence);
    }

    /** The block that was begun has been dug for long enough. */
    public void stopDigging(BlockPos pos, Direction side) {
        this.act(Action.STOP_DESTROY_BLOCK, pos, side, ++this.sequence);
    }

    /** Gives up the block that was begun. */
    public void abortDigging(BlockPos pos, Direction side) {
        this.act(Action.ABORT_DESTROY_BLOCK, pos, side, 0);
    }

    private void act(Action action, BlockPos pos, Direction side, int number) {
        this.handler().onPlayerAction(new PlayerActionC2SPacket(action, pos, side, number));
    }

    /** Strikes an entity. */
    public void attack(Entity entity, boolean sneaks) {
        this.handler().onPlayerInteractEntity(PlayerInteractEntityC2SPacket.attack(entity, sneaks));
    }

    /** Swings a hand. */
    public void swing(Hand hand) {
        this.handler().onHandSwing(new HandSwingC2SPacket(hand));
    }

    /**
     * Sets the charge of the next hit back. A client does this by itself when it strikes at nothing or gives up a block; its
     * server does it at every swing ({@code ServerPlayerEntity.swingHand}), with which both come.
     */
    public void resetCharge() {
        this.player().resetLastAttackedTicks();
    }

    /** Uses a hand on a block. Returns what came of it; FAIL if the server took no notice. */
    public ActionResult use(Hand hand, BlockHitResult at) {
        this.result = ActionResult.FAIL;
        this.handler().onPlayerInteractBlock(new PlayerInteractBlockC2SPacket(hand, at, ++this.sequence));
        return this.result;
    }

    /** Uses what a hand holds. Returns what came of it; FAIL if the server took no notice. */
    public ActionResult use(Hand hand) {
        this.result = ActionResult.FAIL;
        this.handler().onPlayerInteractItem(new PlayerInteractItemC2SPacket(hand, ++this.sequence));
        return this.result;
    }

    /**
     * Uses a hand on an entity: first where it was met, then on the whole, as a client does. Returns what came of it;
     * FAIL if the server took no notice.
     *
     * @param at where it was met, from its feet
     */
    public ActionResult use(Hand hand, Entity entity, boolean sneaks, Vec3d at) {
        this.result = ActionResult.FAIL;
        this.handler().onPlayerInteractEntity(PlayerInteractEntityC2SPacket.interactAt(entity, sneaks, hand, at));
        if (!this.result.isAccepted()) {
            this.handler().onPlayerInteractEntity(PlayerInteractEntityC2SPacket.interact(entity, sneaks, hand));
        }
        return this.result;
    }

    /** What the use at work comes to. */
    public void note(ActionResult came) {
        this.result = came;
    }

    /** Clicks in the open menu, as {@link anima.mod.bridge.Turn#clickMode} and the two beside it have it. */
    public void click(int slot, int button, SlotActionType mode) {
        ScreenHandler menu = this.player().currentScreenHandler;
        // No stack is foreseen: where the server differs it answers, and nobody is there to be answered.
        this.handler().onClickSlot(
            new ClickSlotC2SPacket(menu.syncId, menu.getRevision(), slot, button, mode, menu.getCursorStack(), Int2ObjectMaps.emptyMap()));
    }

    /** Presses a button of the open menu. */
    public void press(int button) {
        this.handler().onButtonClick(new ButtonClickC2SPacket(this.player().currentScreenHandler.syncId, button));
    }

    /** Names what lies in the open anvil. */
    public void rename(String name) {
        this.handler().onRenameItem(new RenameItemC2SPacket(name));
    }

    /** Closes the open menu. */
    public void close() {
        this.handler().onCloseHandledScreen(new CloseHandledScreenC2SPacket(this.player().currentScreenHandler.syncId));
    }

    /** Leaves the bed. */
    public void wake() {
        this.handler().onClientCommand(new ClientCommandC2SPacket(this.player(), ClientCommandC2SPacket.Mode.STOP_SLEEPING));
    }

    /** Comes back to life. Nothing happens to the living. */
    public void respawn() {
        if (this.player().isDead()) {
            this.handler().onClientStatus(new ClientStatusC2SPacket(ClientStatusC2SPacket.Mode.PERFORM_RESPAWN));
        }
    }

    /** Asks for the statistics; the answer is a packet, as a client gets it. */
    public void askStatistics() {
        this.handler().onClientStatus(new ClientStatusC2SPacket(ClientStatusC2SPacket.Mode.REQUEST_STATS));
    }
}
