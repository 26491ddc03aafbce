package io.dflockd.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Tells the configured secret from others, in a time that does not depend on how much of it is right. */
final class Authenticator {
    private final byte @Nullable [] secret;
    private final int secretLength;

    Authenticator(@Nullable String secret) {
        byte[] bytes = secret == null ? new byte[0] : secret.getBytes(StandardCharsets.UTF_8);
        this.secret = secret == null ? null : digest(bytes);
        this.secretLength = bytes.length;
    }

    boolean isRequired() {
        return secret != null;
    }

    /** The length of the secret in bytes. Whoever sends more of them has another one. */
    int secretLength() {
        return secretLength;
    }

    /**
     * Digests are compared, so that the time says nothing of the bytes. The length of the secret is no such secret: an
     * offer that is longer is refused unread.
     */
    boolean accepts(byte[] offered) {
        return secret != null && MessageDigest.isEqual(secret, digest(offered));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
