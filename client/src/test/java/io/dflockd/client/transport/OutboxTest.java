package io.dflockd.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.client.wire.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests on their way from the threads that send them to the one that writes them. */
final class OutboxTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final StringBuilder written = new StringBuilder();
    private boolean hasNoMemory;
    private Runnable whileWriting = () -> {};

    private final Transport transport = new Transport("outbox-io");
    private final Connection connection =
            new Connection(channel(), transport, Endpoint.parse("lock1"), ConnectionSettings.DEFAULT, push -> {});

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void aRequestIsSentAlthoughThoseBeforeItAreToldThatTheyAreNotWhileTheyAreWritten() {
        connection.tagFromNowOn();
        connection.send(Frames.counter("one"));
        Exchange two = connection.send(Frames.counter("two"));
        whileWriting = () -> {
            whileWriting = () -> {};
            hasNoMemory = true;
            connection.send(Frames.counter("three"));
            hasNoMemory = false;
            connection.send(Frames.counter("four"));
        };

        runTasks();

        assertThat(two).isCompletedExceptionally();
        assertThat(written.toString()).contains("get\none\n", "get\nfour\n").doesNotContain("two", "three");
        assertThat(connection.isOpen()).isTrue();
    }

    private void runTasks() {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            next.run();
        }
    }

    /** As much of a channel as a connection needs in order to send. */
    private Channel channel() {
        EventLoop loop = proxy(EventLoop.class, (proxy, method, arguments) -> {
            if (hasNoMemory) {
                throw new OutOfMemoryError("of this test");
            }
            tasks.add((Runnable) arguments[0]);
            return null;
        });
        ByteBufAllocator allocator = proxy(ByteBufAllocator.class, (proxy, method, arguments) -> buffer());
        return proxy(Channel.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "eventLoop" -> loop;
            case "alloc" -> allocator;
            case "writeAndFlush" -> write((ByteBuf) arguments[0]);
            default -> null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private @Nullable Object write(ByteBuf bytes) {
        written.append(bytes.toString(StandardCharsets.UTF_8));
        bytes.release();
        return null;
    }

    /** A buffer that lets other things happen while it is written to. */
    private ByteBuf buffer() {
        return new UnpooledHeapByteBuf(UnpooledByteBufAllocator.DEFAULT, 1024, Integer.MAX_VALUE) {
            @Override
            public ByteBuf writeByte(int value) {
                whileWriting.run();
                return super.writeByte(value);
            }
        };
    }
}
