package anima.mod.mixin.client;

import net.minecraft.client.option.KeyBinding;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;

/** A key's state behind the toggles of sneak and sprint. */
@Mixin(KeyBinding.class)
public interface KeyBindingAccessor {
    /** Sets whether it is held. */
    @Accessor("pressed")
    void anima$setPressed(boolean pressed);

    /** Sets how many presses the game has not looked at yet. */
    @Accessor("timesPressed")
    void anima$setTimesPressed(int times);
}
