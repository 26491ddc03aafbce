package io.dflockd.server;

import io.dflockd.engine.Salts;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Salts from the system's secure random source, fetched many at a time. For one thread. */
final class SecureSalts implements Salts {
    private static final int BATCH_BYTES = 4096;

    private final SecureRandom random = new SecureRandom();
    private final byte[] bytes = new byte[BATCH_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).limit(0);

    @Override
    public long next() {
        if (!buffer.hasRemaining()) {
            random.nextBytes(bytes);
            buffer.clear();
        }
        return buffer.getLong();
    }
}
