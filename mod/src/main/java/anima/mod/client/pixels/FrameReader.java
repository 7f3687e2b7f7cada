package anima.mod.client.pixels;

import anima.mod.bridge.Frames;
import java.nio.ByteBuffer;
import net.minecraft.client.MinecraftClient;
import net.minecraft.client.gl.Framebuffer;
import org.lwjgl.opengl.GL11C;
import org.lwjgl.opengl.GL15C;
import org.lwjgl.opengl.GL21C;
import org.lwjgl.opengl.GL30C;
import org.lwjgl.opengl.GL32C;

/**
 * Reads pictures for the agent: scaled by the graphics card, copied to pixel buffers, fetched frames later, when a fence
 * says that the copy is done. The frame never waits.
 *
 * <p>All state of OpenGL that is touched is put back. For the render thread only.
 */
public final class FrameReader {
    private static final int RING = 3;

    private final Sink sink;
    private final Read[] ring = new Read[RING];
    private boolean wanted;
    private int scaled;
    private int scaledPixels;
    private boolean cannotScale;
    private ByteBuffer mapped;

    /** Takes a picture: four bytes a pixel, the bottom row first; the buffer is good for this call only. */
    @FunctionalInterface
    public interface Sink {
        /** Takes it. */
        void frame(ByteBuffer pixels, int width, int height);
    }

    /** Makes a reader that has asked nothing of OpenGL yet. */
    public FrameReader(Sink sink) {
        this.sink = sink;
    }

    /** A copy that the graphics card has been asked for. */
    private static final class Read {
        private int buffer;
        private int width;
        private int height;
        private long bytes;
        private long fence;
    }

    /** A picture is wanted, as soon as may be. */
    public void want() {
        this.wanted = true;
    }

    /** The world has been drawn, but not what lies over it. */
    public void world(MinecraftClient client, boolean withHud) {
        if (this.wanted && !withHud) {
            this.read(client.getFramebuffer());
        }
    }

    /** All has been drawn. */
    public void frame(MinecraftClient client, boolean withHud) {
        if (this.wanted && withHud) {
            this.read(client.getFramebuffer());
        }
        for (Read read : this.ring) {
            if (read != null && read.fence != 0 && this.isDone(read)) {
                this.fetch(read);
            }
        }
    }

    private void read(Framebuffer source) {
        Read read = this.free();
        if (read == null) {
            return; // The card is three pictures behind; the wish stays.
        }
        this.wanted = false;
        int readBefore = GL11C.glGetInteger(GL30C.GL_READ_FRAMEBUFFER_BINDING);
        int drawBefore = GL11C.glGetInteger(GL30C.GL_DRAW_FRAMEBUFFER_BINDING);
        int packBefore = GL11C.glGetInteger(GL21C.GL_PIXEL_PACK_BUFFER_BINDING);
        boolean scissor = GL11C.glIsEnabled(GL11C.GL_SCISSOR_TEST);
        if (scissor) {
            GL11C.glDisable(GL11C.GL_SCISSOR_TEST); // It would cut the copy.
        }
        GL30C.glBindFramebuffer(GL30C.GL_READ_FRAMEBUFFER, source.fbo);
        int width = source.textureWidth;
        int height = source.textureHeight;
        if (this.canScale()) {
            GL30C.glBindFramebuffer(GL30C.GL_DRAW_FRAMEBUFFER, this.scaled);
            GL30C.glBlitFramebuffer(0, 0, width, height, 0, 0, Frames.WIDTH, Frames.HEIGHT, GL11C.GL_COLOR_BUFFER_BIT, GL11C.GL_LINEAR);
            GL30C.glBindFramebuffer(GL30C.GL_READ_FRAMEBUFFER, this.scaled);
            width = Frames.WIDTH;
            height = Frames.HEIGHT;
        }
        this.copy(read, width, height);
        GL15C.glBindBuffer(GL21C.GL_PIXEL_PACK_BUFFER, packBefore);
        GL30C.glBindFramebuffer(GL30C.GL_DRAW_FRAMEBUFFER, drawBefore);
        GL30C.glBindFramebuffer(GL30C.GL_READ_FRAMEBUFFER, readBefore);
        if (scissor) {
            GL11C.glEnable(GL11C.GL_SCISSOR_TEST);
        }
    }

    private void copy(Read read, int width, int height) {
        long bytes = 4L * width * height;
        GL15C.glBindBuffer(GL21C.GL_PIXEL_PACK_BUFFER, read.buffer);
        if (read.bytes != bytes) {
            GL15C.glBufferData(GL21C.GL_PIXEL_PACK_BUFFER, bytes, GL15C.GL_STREAM_READ);
            read.bytes = bytes;
        }
        read.width = width;
        read.height = height;
        // Rows of four bytes a pixel fit every pack alignment but 8, and that with an even width.
        int alignment = GL11C.glGetInteger(GL11C.GL_PACK_ALIGNMENT);
        GL11C.glPixelStorei(GL11C.GL_PACK_ALIGNMENT, 4);
        GL11C.glReadPixels(0, 0, width, height, GL11C.GL_RGBA, GL11C.GL_UNSIGNED_BYTE, 0L);
        GL11C.glPixelStorei(GL11C.GL_PACK_ALIGNMENT, alignment);
        read.fence = GL32C.glFenceSync(GL32C.GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }

    private Read free() {
        for (int i = 0; i < RING; i++) {
            if (this.ring[i] == null) {
                this.ring[i] = new Read();
                this.ring[i].buffer = GL15C.glGenBuffers();
            }
            if (this.ring[i].fence == 0) {
                return this.ring[i];
            }
        }
        return null;
    }

    private boolean isDone(Read read) {
        int state = GL32C.glClientWaitSync(read.fence, 0, 0);
        return state == GL32C.GL_ALREADY_SIGNALED || state == GL32C.GL_CONDITION_SATISFIED;
    }

    private void fetch(Read read) {
        GL32C.glDeleteSync(read.fence);
        read.fence = 0;
        int packBefore = GL11C.glGetInteger(GL21C.GL_PIXEL_PACK_BUFFER_BINDING);
        GL15C.glBindBuffer(GL21C.GL_PIXEL_PACK_BUFFER, read.buffer);
        try {
            this.mapped = GL30C.glMapBufferRange(GL21C.GL_PIXEL_PACK_BUFFER, 0, read.bytes, GL30C.GL_MAP_READ_BIT, this.mapped);
            if (this.mapped != null) {
                try {
                    this.sink.frame(this.mapped, read.width, read.height);
                } finally {
                    GL15C.glUnmapBuffer(GL21C.GL_PIXEL_PACK_BUFFER);
                }
            }
        } finally {
            GL15C.glBindBuffer(GL21C.GL_PIXEL_PACK_BUFFER, packBefore);
        }
    }

    /** Makes the small picture to scale into, once. Without it the whole frame is read, and scaled elsewhere. */
    private boolean canScale() {
        if (this.scaled != 0 || this.cannotScale) {
            return this.scaled != 0;
        }
        int renderbufferBefore = GL11C.glGetInteger(GL30C.GL_RENDERBUFFER_BINDING);
        int drawBefore = GL11C.glGetInteger(GL30C.GL_DRAW_FRAMEBUFFER_BINDING);
        this.scaledPixels = GL30C.glGenRenderbuffers();
        GL30C.glBindRenderbuffer(GL30C.GL_RENDERBUFFER, this.scaledPixels);
        GL30C.glRenderbufferStorage(GL30C.GL_RENDERBUFFER, GL11C.GL_RGBA8, Frames.WIDTH, Frames.HEIGHT);
        GL30C.glBindRenderbuffer(GL30C.GL_RENDERBUFFER, renderbufferBefore);
        this.scaled = GL30C.glGenFramebuffers();
        GL30C.glBindFramebuffer(GL30C.GL_DRAW_FRAMEBUFFER, this.scaled);
        GL30C.glFramebufferRenderbuffer(GL30C.GL_DRAW_FRAMEBUFFER, GL30C.GL_COLOR_ATTACHMENT0, GL30C.GL_RENDERBUFFER, this.scaledPixels);
        boolean complete = GL30C.glCheckFramebufferStatus(GL30C.GL_DRAW_FRAMEBUFFER) == GL30C.GL_FRAMEBUFFER_COMPLETE;
        GL30C.glBindFramebuffer(GL30C.GL_DRAW_FRAMEBUFFER, drawBefore);
        if (!complete) {
            this.deleteScaled();
            this.cannotScale = true;
        }
        return complete;
    }

    private void deleteScaled() {
        GL30C.glDeleteFramebuffers(this.scaled);
        GL30C.glDeleteRenderbuffers(this.scaledPixels);
        this.scaled = 0;
        this.scaledPixels = 0;
    }

    /** Gives everything back to OpenGL. */
    public void close() {
        this.wanted = false;
        for (int i = 0; i < RING; i++) {
            Read read = this.ring[i];
            this.ring[i] = null;
            if (read != null) {
                if (read.fence != 0) {
                    GL32C.glDeleteSync(read.fence);
                }
                GL15C.glDeleteBuffers(read.buffer);
            }
        }
        if (this.scaled != 0) {
            this.deleteScaled();
        }
    }
}
