package io.dflockd.client;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Which of several servers a key lives on. All clients must agree on it, on the servers and on their order.
 *
 * <p>A key has one server. While that one cannot be reached, whoever asks for its keys gets an exception, and the keys of
 * the others go on: no server ever stands in for another, because then two clients could hold the same lock.
 *
 * <p>For the same reason <b>the list of servers must not be changed while anything is held</b>. To change it: end all
 * clients that use the old list, wait for the longest lease that any of them has asked for, and only then start clients
 * with the new one. A holder that vanished without a word is over by then, by its own clock and by its server's.
 */
@FunctionalInterface
public interface Sharding {
    /** CRC-32 of the key's UTF-8 bytes, modulo the number of servers: what clients in other languages use. */
    Sharding CRC_32 = (key, servers) -> {
        if (servers < 1) {
            throw new IllegalArgumentException("there is no server for '" + key + "' among " + servers);
        }
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % servers);
    };

    /** The index of the server, from 0 to {@code servers - 1}. */
    int indexOf(String key, int servers);
}
