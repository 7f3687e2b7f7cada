package anima.doubles;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** OpenGL as far as the mod uses it: bindings, copies that are done some frames later, pictures of one colour. */
public final class Gl {
    /** What is bound or set, by the name of the query. */
    public static final Map<Integer, Integer> STATE = new TreeMap<>();
    /** What is switched on. */
    public static final Map<Integer, Boolean> ENABLED = new TreeMap<>();
    /** What exists, by kind. */
    public static final Map<String, Integer> LIVE = new TreeMap<>();
    /** Calls that can make a frame wait. */
    public static final List<String> WAITS = new ArrayList<>();
    /** Whether a small picture can be made to scale into. */
    public static boolean complete = true;
    /** Frames after which a copy is done. */
    public static int latency = 2;

    private static final Map<Integer, ByteBuffer> BUFFERS = new HashMap<>();
    private static final Map<Long, Integer> FENCES = new HashMap<>();
    private static int names = 100;
    private static int frame;
    private static int mapped;

    private Gl() {
    }

    /** Forgets everything, with the bindings that a game might have. */
    public static void reset() {
        STATE.clear();
        STATE.put(0x8CAA, 11); // read framebuffer
        STATE.put(0x8CA6, 12); // draw framebuffer
        STATE.put(0x88ED, 0); // pixel pack buffer
        STATE.put(0x8CA7, 13); // renderbuffer
        STATE.put(0x0D05, 1); // pack alignment
        ENABLED.clear();
        ENABLED.put(0x0C11, true); // scissor test
        LIVE.clear();
        WAITS.clear();
        BUFFERS.clear();
        FENCES.clear();
        complete = true;
        latency = 2;
    }

    /** A frame has passed. */
    public static void nextFrame() {
        frame++;
    }

    /** Another object of a kind. */
    public static int make(String kind) {
        LIVE.merge(kind, 1, Integer::sum);
        return names++;
    }

    /** One object less. */
    public static void delete(String kind) {
        LIVE.merge(kind, -1, Integer::sum);
    }

    /** The pixel pack buffer that is bound must be one of ours, or a copy would go to an address. */
    private static int pack() {
        int bound = STATE.get(0x88ED);
        if (bound == 0) {
            throw new IllegalStateException("no pixel pack buffer is bound");
        }
        return bound;
    }

    /** Gives the bound buffer its size. */
    public static void bufferData(long bytes) {
        BUFFERS.put(pack(), ByteBuffer.allocateDirect((int) bytes));
    }

    /** Copies the picture of the bound framebuffer: every byte is its name. */
    public static void readPixels(int width, int height) {
        ByteBuffer buffer = BUFFERS.get(pack());
        if (ENABLED.get(0x0C11) && STATE.get(0x8CAA) != 7) {
            throw new IllegalStateException("the scissor cut the copy");
        }
        for (int i = 0; i < 4 * width * height; i++) {
            buffer.put(i, (byte) (int) STATE.get(0x8CAA));
        }
    }

    /** A fence behind what was asked so far. */
    public static long fence() {
        long fence = make("fence");
        FENCES.put(fence, frame + latency);
        return fence;
    }

    /** Whether all before the fence is done. */
    public static boolean done(long fence, long timeout) {
        if (timeout != 0) {
            WAITS.add("glClientWaitSync");
        }
        return frame >= FENCES.get(fence);
    }

    /** Maps the bound buffer. */
    public static ByteBuffer map(long bytes) {
        mapped++;
        return BUFFERS.get(pack());
    }

    /** Unmaps the bound buffer. */
    public static void unmap() {
        pack();
        mapped--;
    }

    /** How many buffers are mapped. */
    public static int mapped() {
        return mapped;
    }
}
