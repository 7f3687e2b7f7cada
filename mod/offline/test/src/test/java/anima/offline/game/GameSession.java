package anima.offline.game;

import java.lang.reflect.Method;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.spongepowered.asm.launch.MixinBootstrap;
import org.spongepowered.asm.mixin.FabricUtil;
import org.spongepowered.asm.mixin.MixinEnvironment;
import org.spongepowered.asm.mixin.Mixins;

/** Starts Mixin and gives JUnit the game's class loader, by which it resolves the test classes. */
public final class GameSession implements LauncherSessionListener {
    private static GameLoader loader;
    private ClassLoader before;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(start((name, bytes) -> bytes));
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Starts Mixin over the doubles, changed in this way; once in a JVM. */
    static synchronized GameLoader start(GameLoader.Change change) {
        if (loader != null) {
            return loader;
        }
        System.setProperty("mixin.bootstrapService", PlainMixinService.Bootstrap.class.getName());
        System.setProperty("mixin.service", PlainMixinService.class.getName());
        loader = new GameLoader(System.getProperty("game.path"), GameSession.class.getClassLoader(), change);
        PlainMixinService.loader = loader;
        MixinBootstrap.init();
        Mixins.addConfiguration("anima.mixins.json");
        Mixins.getConfigs().forEach(config -> { // As Fabric Loader 0.12 to 0.15 does.
            config.getConfig().decorate(FabricUtil.KEY_MOD_ID, "anima");
            config.getConfig().decorate(FabricUtil.KEY_COMPATIBILITY, FabricUtil.COMPATIBILITY_0_10_0);
        });
        try {
            Method gotoPhase = MixinEnvironment.class.getDeclaredMethod("gotoPhase", MixinEnvironment.Phase.class);
            gotoPhase.setAccessible(true);
            gotoPhase.invoke(null, MixinEnvironment.Phase.INIT);
            gotoPhase.invoke(null, MixinEnvironment.Phase.DEFAULT);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Mixin is started in another way", e);
        }
        loader.transformer = PlainMixinService.transformer;
        return loader;
    }
}
