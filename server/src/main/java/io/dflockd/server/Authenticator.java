package io.dflockd.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Tells the configured secrets from others, in a time that does not depend on how much of one is right. */
final class Authenticator {
    private final byte @Nullable [] secret;
    private final byte @Nullable [] adminSecret;
    private final int secretLength;

    /**
     * The secrets, each null if there is none.
     *
     * @param secret lets a client in
     * @param adminSecret lets it in and change the cluster
     */
    Authenticator(@Nullable String secret, @Nullable String adminSecret) {
        this.secret = secret == null ? null : digest(bytes(secret));
        this.adminSecret = adminSecret == null ? null : digest(bytes(adminSecret));
        this.secretLength = Math.max(bytes(secret).length, bytes(adminSecret).length);
    }

    private static byte[] bytes(@Nullable String text) {
        return text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    }

    boolean isRequired() {
        return secret != null;
    }

    /** The length of the longer secret in bytes. Whoever sends more of them has another one. */
    int secretLength() {
        return secretLength;
    }

    /**
     * Digests are compared, so that the time says nothing of the bytes. The length of the secret is no such secret: an
     * offer that is longer is refused unread.
     */
    boolean accepts(byte[] offered) {
        boolean isClient = isEqual(secret, offered);
        boolean isAdministrator = isAdministrator(offered);
        return isClient || isAdministrator;
    }

    /** Whether this is the secret of those who may change the cluster. */
    boolean isAdministrator(byte[] offered) {
        return isEqual(adminSecret, offered);
    }

    private static boolean isEqual(byte @Nullable [] digest, byte[] offered) {
        return digest != null && MessageDigest.isEqual(digest, digest(offered));
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
