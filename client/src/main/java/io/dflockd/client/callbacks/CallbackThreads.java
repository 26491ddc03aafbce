package io.dflockd.client.callbacks;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where threads for the application's code come from. None of them keeps the process alive. */
final class CallbackThreads {
    /**
     * Before that version a virtual thread that waits inside {@code synchronized} keeps its carrier, and as many of those as
     * there are processors stop every virtual thread of the process.
     */
    private static final int WITHOUT_PINNING = 24;

    private CallbackThreads() {}

    /** Virtual ones, if there are any that are good for code that may wait. */
    static @Nullable ThreadFactory virtual(String prefix) {
        return Runtime.version().feature() < WITHOUT_PINNING ? null : byReflection(prefix);
    }

    /** Because what is compiled for Java 17 cannot name it. */
    private static @Nullable ThreadFactory byReflection(String prefix) {
        try {
            Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 1L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException stripped) {
            return null; // by whoever made the image that this runs in
        }
    }

    static ThreadFactory platform(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
