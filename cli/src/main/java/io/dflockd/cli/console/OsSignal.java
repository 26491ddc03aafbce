package io.dflockd.cli.console;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * A signal that asks a program to stop.
 *
 * <p>The JVM offers signals only as {@code sun.misc.Signal}, and javac warns of that name in a way that no annotation
 * turns off. Warnings are errors here, so the class is reached by reflection.
 */
public enum OsSignal {
    /** The terminal is gone. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** What {@code kill} sends. */
    TERM(15);

    private static final int KILLED_BY_SIGNAL = 128;

    private final int number;

    OsSignal(int number) {
        this.number = number;
    }

    /** The exit status that shells expect of a program that ended because of it. */
    public int status() {
        return KILLED_BY_SIGNAL + number;
    }

    /** Runs this whenever the signal comes, in place of what was done before. One that is ignored stays ignored. */
    public void handle(Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name()), calling(action, handler));
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("this JVM has no sun.misc.Signal", missing);
        }
    }

    private static Object calling(Runnable action, Class<?> handler) {
        InvocationHandler run = (proxy, method, arguments) -> {
            action.run();
            return null;
        };
        return Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, run);
    }
}
