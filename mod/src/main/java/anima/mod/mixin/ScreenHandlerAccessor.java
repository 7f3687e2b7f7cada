package anima.mod.mixin;

import java.util.List;
import net.minecraft.screen.Property;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.ScreenHandlerType;
import org.spongepowered.asm.mixin.Mixin;
import org.spongepowered.asm.mixin.gen.Accessor;

/** What a menu is and the numbers that the server sends for it. */
@Mixin(ScreenHandler.class)
public interface ScreenHandlerAccessor {
    /** The menu's kind; null for the player's own and for those of animals. */
    @Accessor("type")
    ScreenHandlerType<?> anima$type();

    /** The numbers. */
    @Accessor("properties")
    List<Property> anima$properties();
}
