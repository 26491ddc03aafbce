package io.dflockd.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The signals that ask the program to stop, SIGTERM and SIGINT. The first is waited for with {@link #await} or heard of by
 * {@link #onFirst}; a second one ends the program at once, with the status that shells expect of a killed program.
 *
 * <p>The JVM offers signals only as {@code sun.misc.Signal}, and javac warns of that name in a way that no annotation
 * turns off. Warnings are errors here, so the class is reached by reflection.
 */
final class StopSignals {
    private static final int KILLED_BY_SIGNAL = 128;

    /** Supervisors that signal a process and its group send one signal twice. Nobody asks again that fast. */
    private static final long ECHO_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private volatile long firstNanos = System.nanoTime();

    private StopSignals() {}

    /** Takes the signals over from the JVM, which would end the program at the first one. */
    static StopSignals caught() {
        StopSignals signals = new StopSignals();
        try {
            signals.handle("TERM", 15);
            signals.handle("INT", 2);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no sun.misc.Signal", e);
        }
        return signals;
    }

    /** Waits for the first signal and returns its name. */
    String await() {
        return first.join();
    }

    /** Runs this when the first signal comes. */
    void onFirst(Runnable action) {
        first.thenRun(action);
    }

    private void arrived(String name, int number) {
        long now = System.nanoTime();
        if (first.complete("SIG" + name)) {
            firstNanos = now;
        } else if (now - firstNanos > ECHO_NANOS) {
            Runtime.getRuntime().halt(KILLED_BY_SIGNAL + number);
        }
    }

    private void handle(String name, int number) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        signal.getMethod("handle", signal, handler)
                .invoke(
                        null,
                        signal.getConstructor(String.class).newInstance(name),
                        calling(() -> arrived(name, number), handler));
    }

    private static Object calling(Runnable action, Class<?> handler) {
        InvocationHandler run = (proxy, method, arguments) -> {
            action.run();
            return null;
        };
        return Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, run);
    }
}
