package io.dflockd.server;

import io.dflockd.engine.Salts;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Salts nobody can guess, many at a time: the key stream of AES in counter mode, each time with a key that is drawn from
 * the system's secure random source and used once. That source alone would take a tenth of the time of a grant. For one
 * thread.
 */
final class SecureSalts implements Salts {
    private static final int KEY_BYTES = 16;
    private static final int BATCH_BYTES = 4096;
    private static final byte[] ZEROS = new byte[BATCH_BYTES];

    private final SecureRandom random = new SecureRandom();
    private final byte[] seed = new byte[2 * KEY_BYTES];
    private final byte[] bytes = new byte[BATCH_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).limit(0);

    @Override
    public long next() {
        if (!buffer.hasRemaining()) {
            refill();
        }
        return buffer.getLong();
    }

    private void refill() {
        random.nextBytes(seed);
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(seed, 0, KEY_BYTES, "AES"),
                    new IvParameterSpec(seed, KEY_BYTES, KEY_BYTES));
            cipher.doFinal(ZEROS, 0, BATCH_BYTES, bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java has no AES in counter mode", impossible);
        }
        Arrays.fill(seed, (byte) 0);
        buffer.clear();
    }
}
