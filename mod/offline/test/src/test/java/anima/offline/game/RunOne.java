package anima.offline.game;

import java.util.Arrays;

/** Runs the {@code main} of one class in the game, as a process of its own. Arguments: class, and its own. */
public final class RunOne {
    private RunOne() {
    }

    /** Runs it. */
    public static void main(String[] args) throws ReflectiveOperationException {
        GameLoader loader = GameSession.start((name, bytes) -> bytes);
        Thread.currentThread().setContextClassLoader(loader);
        String[] rest = Arrays.copyOfRange(args, 1, args.length);
        Class.forName(args[0], true, loader).getMethod("main", String[].class).invoke(null, (Object) rest);
    }
}
