package io.dflockd.client;

/**
 * A lock that many readers can hold at a time, or one writer. Nobody overtakes: readers who come after a waiting writer
 * wait behind it.
 *
 * <pre>{@code
 * try (Grant reading = dflockd.readWriteLock("doc").read().acquire(Duration.ofSeconds(5))) {
 *     print(document);
 * }
 * }</pre>
 *
 * @param read what readers acquire
 * @param write what a writer acquires
 */
public record ReadWriteLock(Lock read, Lock write) {}
