package io.dflockd.cli;

import java.io.IOException;

/** The process that started this one and holds its standard input. When it is gone, however that came, this one ends. */
final class Parent {
    private static final int FAILED = 1;

    private Parent() {}

    static void watch() {
        Thread thread = new Thread(Parent::awaitEnd, "dflockd-parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitEnd() {
        try {
            while (System.in.read() >= 0) {} // what it says does not matter
        } catch (IOException gone) {
            // as good as its end
        }
        Runtime.getRuntime().halt(FAILED);
    }
}
