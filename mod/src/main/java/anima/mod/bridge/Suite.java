package anima.mod.bridge;

import java.util.Arrays;

/**
 * A run of a suite on a server. It decides everything; whoever owns it carries out one order after the other in each
 * tick, at its start, until there is none. It belongs to the thread of its {@link Host}.
 */
public final class Suite implements AutoCloseable {
    /** An order was carried out. */
    private static final int DONE = 0;
    /** It cannot be. */
    private static final int FAILED = 1;
    /** It is not yet: it is given again in the next tick. */
    private static final int LATER = 2;

    private final long handle;

    private Suite(long handle) {
        this.handle = handle;
    }

    /**
     * What a suite has to know of a server and its world.
     *
     * @param config the folder of its configuration
     * @param runs the folder in which runs have theirs
     * @param journal the file that keeps what the world was set to
     * @param world the name of the folder of its world
     * @param dimension the name of the dimension that is played in
     * @param difficulty {@code Difficulty.getName}
     * @param weather {@code clear}, {@code rain} or {@code thunder}
     * @param weatherTicks for how many ticks the weather stays so
     * @param time {@code World.getTimeOfDay}
     * @param seed the world's seed
     * @param spawnX x of the chunk of the world's spawn
     * @param spawnZ its z
     * @param centerX x of the middle of the world border
     * @param centerZ its z
     * @param size blocks from side to side of the world border
     */
    public record Server(
            String config, String runs, String journal, String world, String dimension, String difficulty, String weather,
            int weatherTicks, long time, long seed, int spawnX, int spawnZ, double centerX, double centerZ, double size) {
        private String[] names() {
            return new String[] {
                this.config, this.runs, this.journal, this.world, this.dimension, this.difficulty, this.weather
            };
        }

        private long[] numbers() {
            return new long[] {this.seed, this.spawnX, this.spawnZ, this.time, this.weatherTicks};
        }

        private double[] border() {
            return new double[] {this.centerX, this.centerZ, this.size};
        }
    }

    /**
     * What of a suite is played, and how.
     *
     * @param games games of each task; 0 for as many as the suite says
     * @param atOnce bodies that play at once
     * @param warp whether the server ticks as fast as it can
     */
    public record Options(int games, int atOnce, boolean warp) {}

    /** The server that carries out orders. A method that cannot throws {@link Refused}. */
    public interface Operator {
        /** Runs a command with the rights of the server; returns its result. */
        long command(String line) throws Refused;

        /** Runs a command as the body of a slot, with the rights of the server; returns its result. */
        long command(int slot, String line) throws Refused;

        /** What the difficulty of the world is: {@code Difficulty.getId}. */
        long difficulty();

        /** Sets the time of the world. */
        void time(long time);

        /** Sets the weather for so many ticks. */
        void weather(boolean rains, boolean thunders, int ticks);

        /**
         * Looks whether a game can start in the middle of a chunk, which must have one of some biomes if there are any.
         * Returns the height of feet on its ground, or {@link #NOT_YET} while the land around is loaded.
         */
        long look(int chunkX, int chunkZ, String[] biomes) throws Refused;

        /** Puts a body into the world; the slot is free. */
        Body join(int slot, String name, int x, int y, int z) throws Refused;

        /** The game of a slot begins: the land around it is kept loaded for it no longer. */
        void letGo(int slot);

        /** Tells a body its statistics. */
        void count(int slot);

        /** Takes a body out of the world. */
        void leave(int slot);

        /** Tells whoever began the run. */
        void say(String text);
    }

    /** What {@link Operator#look} returns while it does not know. */
    public static final long NOT_YET = Long.MIN_VALUE;

    /** What an operator cannot carry out, and why. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        /** With the reason. */
        public Refused(String why) {
            super(why);
        }
    }

    /**
     * Begins a run. Nothing of the world is changed yet.
     *
     * @param file where the suite's text stands
     * @throws IllegalStateException if it cannot be played; the message is for the operator
     */
    public static Suite run(Server server, String file, String text, Options options) {
        return new Suite(
            run(server.names(), server.numbers(), server.border(), file, text, options.games, options.atOnce, options.warp));
    }

    /**
     * Plays on in the folder of a run.
     *
     * @throws IllegalStateException if it cannot be played on; the message is for the operator
     */
    public static Suite resume(Server server, String name) {
        return new Suite(resume(server.names(), server.numbers(), server.border(), name));
    }

    /** Sets a world back to what the journal of a server that was ended says. */
    public static Suite restoring(String journal) {
        return new Suite(restore(journal));
    }

    /**
     * Writes a run as one page, and returns its path.
     *
     * @throws IllegalStateException if it cannot be written; the message is for the operator
     */
    public static String page(String runs, String name) {
        return report(runs, name);
    }

    /** Carries out what is to be done in this tick. Returns whether everything is done, for good. */
    public boolean carryOut(Operator operator) {
        for (String[] order = order(this.handle); order != null; order = order(this.handle)) {
            if (order[0].equals("over")) {
                return true;
            }
            try {
                long result = this.carryOut(operator, order);
                this.answer(result == NOT_YET ? LATER : DONE, result, "");
            } catch (Refused e) {
                this.answer(FAILED, 0, String.valueOf(e.getMessage()));
            }
        }
        return false;
    }

    private long carryOut(Operator operator, String[] order) throws Refused {
        switch (order[0]) {
            case "server" -> {
                return operator.command(order[1]);
            }
            case "body" -> {
                return operator.command(number(order[1]), order[2]);
            }
            case "difficulty" -> {
                return operator.difficulty();
            }
            case "time" -> operator.time(Long.parseLong(order[1]));
            case "weather" -> operator.weather(!order[1].equals("clear"), order[1].equals("thunder"), number(order[2]));
            case "look" -> {
                return operator.look(number(order[1]), number(order[2]), Arrays.copyOfRange(order, 3, order.length));
            }
            case "join" -> {
                int slot = number(order[1]);
                Body body = operator.join(slot, order[2], number(order[3]), number(order[4]), number(order[5]));
                joined(this.handle, slot, body.handle());
            }
            case "let_go" -> operator.letGo(number(order[1]));
            case "count" -> operator.count(number(order[1]));
            case "leave" -> operator.leave(number(order[1]));
            case "say" -> operator.say(order[1]);
            default -> throw new IllegalStateException("there is no order " + order[0]);
        }
        return 1;
    }

    private static int number(String text) {
        return Integer.parseInt(text);
    }

    private void answer(int kind, long number, String why) {
        answer(this.handle, kind, number, why);
    }

    /** The body of a slot is gone: its game is broken. */
    public void lost(int slot, String why) {
        lost(this.handle, slot, why);
    }

    /** Ends the run: what follows are orders that take its bodies out and set the world back. */
    public void stop() {
        stop(this.handle);
    }

    /** How it stands, line by line. */
    public String[] status() {
        return status(this.handle);
    }

    /** The name of its run. */
    public String name() {
        return name(this.handle);
    }

    /** Whether the server is to tick as fast as it can. */
    public boolean warps() {
        return warps(this.handle);
    }

    /** Ends it. What was not set back stands in the journal. */
    @Override
    public void close() {
        close(this.handle);
    }

    private static native long run(
            String[] names, long[] numbers, double[] border, String file, String text, int games, int atOnce, boolean warp);

    private static native long resume(String[] names, long[] numbers, double[] border, String name);

    private static native long restore(String journal);

    private static native String report(String runs, String name);

    private static native String[] order(long handle);

    private static native void answer(long handle, int kind, long number, String why);

    private static native void joined(long handle, int slot, long body);

    private static native void lost(long handle, int slot, String why);

    private static native void stop(long handle);

    private static native String[] status(long handle);

    private static native String name(long handle);

    private static native boolean warps(long handle);

    private static native void close(long handle);
}
