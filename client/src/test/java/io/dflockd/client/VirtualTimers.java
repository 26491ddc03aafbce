package io.dflockd.client;

import io.dflockd.client.transport.Timers;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that moves only when a test says so, and then runs what is due in the order of its instants.
 *
 * <p>Its count passes the largest {@code long} after half a second, because only differences may mean anything.
 */
final class VirtualTimers implements Timers {
    private static final long START_NANOS =
            Long.MAX_VALUE - Duration.ofMillis(500).toNanos();

    private record Task(long atNanos, long number, Runnable code) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::number));
    private long passedNanos;
    private long created;

    @Override
    public long nanoTime() {
        return START_NANOS + passedNanos();
    }

    /** How much time has passed since the beginning. */
    long passedNanos() {
        lock.lock();
        try {
            return passedNanos;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Timer after(long delayNanos, Runnable code) {
        lock.lock();
        try {
            Task task = new Task(passedNanos + Math.max(0, delayNanos), created++, code);
            tasks.add(task);
            return () -> cancel(task);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Task task) {
        lock.lock();
        try {
            tasks.remove(task);
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks wait for their instant. */
    int pending() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    void pass(Duration time) {
        long until = passedNanos() + time.toNanos();
        for (Task next = nextBy(until); next != null; next = nextBy(until)) {
            next.code().run();
        }
        moveTo(until);
    }

    /** The clock moves, but nothing runs: the process was stopped, or its thread is busy with something else. */
    void freeze(Duration time) {
        moveTo(passedNanos() + time.toNanos());
    }

    private void moveTo(long instantNanos) {
        lock.lock();
        try {
            passedNanos = Math.max(passedNanos, instantNanos);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Task nextBy(long untilNanos) {
        lock.lock();
        try {
            Task next = tasks.peek();
            if (next == null || next.atNanos() > untilNanos) {
                return null;
            }
            passedNanos = Math.max(passedNanos, next.atNanos());
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }
}
