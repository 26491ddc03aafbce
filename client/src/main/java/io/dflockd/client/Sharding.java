package io.dflockd.client;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Which of several servers a key lives on. All clients must agree on it, on the servers and on their order.
 */
@FunctionalInterface
public interface Sharding {
    /** CRC-32 of the key's UTF-8 bytes, modulo the number of servers: what clients in other languages use. */
    Sharding CRC_32 = (key, servers) -> {
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % servers);
    };

    /** The index of the server, from 0 to {@code servers - 1}. */
    int indexOf(String key, int servers);
}
