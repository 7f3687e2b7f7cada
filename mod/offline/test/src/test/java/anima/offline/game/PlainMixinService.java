package anima.offline.game;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.spongepowered.asm.launch.platform.container.ContainerHandleVirtual;
import org.spongepowered.asm.launch.platform.container.IContainerHandle;
import org.spongepowered.asm.logging.ILogger;
import org.spongepowered.asm.logging.LoggerAdapterConsole;
import org.spongepowered.asm.mixin.MixinEnvironment.CompatibilityLevel;
import org.spongepowered.asm.mixin.MixinEnvironment.Phase;
import org.spongepowered.asm.mixin.transformer.IMixinTransformer;
import org.spongepowered.asm.mixin.transformer.IMixinTransformerFactory;
import org.spongepowered.asm.service.IClassBytecodeProvider;
import org.spongepowered.asm.service.IClassProvider;
import org.spongepowered.asm.service.IClassTracker;
import org.spongepowered.asm.service.IGlobalPropertyService;
import org.spongepowered.asm.service.IMixinAuditTrail;
import org.spongepowered.asm.service.IMixinInternal;
import org.spongepowered.asm.service.IMixinService;
import org.spongepowered.asm.service.IMixinServiceBootstrap;
import org.spongepowered.asm.service.IPropertyKey;
import org.spongepowered.asm.service.ITransformerProvider;
import org.spongepowered.asm.util.ReEntranceLock;

/** What Mixin asks of its surroundings, in a plain JVM. */
@SuppressWarnings("deprecation") // Mixin still asks for the class path.
public final class PlainMixinService implements IMixinService, IClassProvider, IClassBytecodeProvider, IClassTracker {
    static GameLoader loader;
    static IMixinTransformer transformer;

    private final ReEntranceLock lock = new ReEntranceLock(1);

    @Override
    public void offer(IMixinInternal internal) {
        if (internal instanceof IMixinTransformerFactory factory) {
            transformer = factory.createTransformer();
        }
    }

    @Override
    public void prepare() {
    }

    @Override
    public void init() {
    }

    @Override
    public void beginPhase() {
    }

    @Override
    public void checkEnv(Object source) {
    }

    @Override
    public Phase getInitialPhase() {
        return Phase.PREINIT;
    }

    @Override
    public ReEntranceLock getReEntranceLock() {
        return lock;
    }

    @Override
    public Collection<IContainerHandle> getMixinContainers() {
        return List.of();
    }

    @Override
    public CompatibilityLevel getMinCompatibilityLevel() {
        return CompatibilityLevel.JAVA_8;
    }

    @Override
    public CompatibilityLevel getMaxCompatibilityLevel() {
        return CompatibilityLevel.JAVA_17;
    }

    @Override
    public ILogger getLogger(String name) {
        return new LoggerAdapterConsole(name);
    }

    @Override
    public String getName() {
        return "plain";
    }

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public String getSideName() {
        return "CLIENT";
    }

    @Override
    public IClassProvider getClassProvider() {
        return this;
    }

    @Override
    public IClassBytecodeProvider getBytecodeProvider() {
        return this;
    }

    @Override
    public IClassTracker getClassTracker() {
        return this;
    }

    @Override
    public ITransformerProvider getTransformerProvider() {
        return null;
    }

    @Override
    public IMixinAuditTrail getAuditTrail() {
        return null;
    }

    @Override
    public Collection<String> getPlatformAgents() {
        return List.of("org.spongepowered.asm.launch.platform.MixinPlatformAgentDefault");
    }

    @Override
    public IContainerHandle getPrimaryContainer() {
        return new ContainerHandleVirtual("plain");
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        return loader.getResourceAsStream(name);
    }

    @Override
    public URL[] getClassPath() {
        return new URL[0];
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        return Class.forName(name, true, loader);
    }

    @Override
    public Class<?> findClass(String name, boolean initialize) throws ClassNotFoundException {
        return Class.forName(name, initialize, loader);
    }

    @Override
    public Class<?> findAgentClass(String name, boolean initialize) throws ClassNotFoundException {
        return Class.forName(name, initialize, PlainMixinService.class.getClassLoader());
    }

    @Override
    public ClassNode getClassNode(String name) throws ClassNotFoundException, IOException {
        return getClassNode(name, true, 0);
    }

    @Override
    public ClassNode getClassNode(String name, boolean transform) throws ClassNotFoundException, IOException {
        return getClassNode(name, transform, 0);
    }

    /** Asked by Mixin 0.17 and newer only. */
    public ClassNode getClassNode(String name, boolean transform, int flags) throws ClassNotFoundException, IOException {
        byte[] bytes = loader.bytes(name.replace('/', '.'));
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, flags);
        return node;
    }

    @Override
    public void registerInvalidClass(String name) {
    }

    @Override
    public boolean isClassLoaded(String name) {
        return loader.isLoaded(name);
    }

    @Override
    public String getClassRestrictions(String name) {
        return "";
    }

    /** Says which service this is. */
    public static final class Bootstrap implements IMixinServiceBootstrap {
        @Override
        public String getName() {
            return "plain";
        }

        @Override
        public String getServiceClassName() {
            return PlainMixinService.class.getName();
        }

        @Override
        public void bootstrap() {
        }
    }

    /** Mixin's blackboard. */
    public static final class Properties implements IGlobalPropertyService {
        private static final Map<IPropertyKey, Object> VALUES = new ConcurrentHashMap<>();

        private record Key(String name) implements IPropertyKey {
        }

        @Override
        public IPropertyKey resolveKey(String name) {
            return new Key(name);
        }

        @Override
        public <T> T getProperty(IPropertyKey key) {
            return getProperty(key, null);
        }

        @Override
        public void setProperty(IPropertyKey key, Object value) {
            if (value == null) {
                VALUES.remove(key);
            } else {
                VALUES.put(key, value);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T getProperty(IPropertyKey key, T other) {
            Object value = VALUES.get(key);
            return value == null ? other : (T) value;
        }

        @Override
        public String getPropertyString(IPropertyKey key, String other) {
            Object value = VALUES.get(key);
            return value == null ? other : value.toString();
        }
    }
}
