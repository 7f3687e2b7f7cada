package anima.mod.bridge;

/**
 * The native side has made a mistake and stopped the agent. The log holds the backtrace.
 *
 * <p>The caller lets go of all keys. The body is still there: it observes on, and takes a new goal.
 */
public final class BridgePanic extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Made by the native side only, with what the panic said and where. */
    public BridgePanic(String message) {
        super(message);
    }
}
