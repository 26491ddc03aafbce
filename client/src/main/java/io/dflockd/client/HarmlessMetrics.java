package io.dflockd.client;

import io.dflockd.client.wire.GrantKind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application's hooks, which may fail without harm to what they are told of. */
final class HarmlessMetrics {
    private static final Logger log = LoggerFactory.getLogger(HarmlessMetrics.class);

    private final ClientMetrics hooks;

    HarmlessMetrics(ClientMetrics hooks) {
        this.hooks = hooks;
    }

    private static void guard(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error thrown) {
            log.error("a metrics hook of the application has failed", thrown);
        }
    }

    void acquired(GrantKind kind, Duration waited) {
        guard(() -> hooks.acquired(LockKind.of(kind), waited));
    }

    void timedOut(GrantKind kind, Duration waited) {
        guard(() -> hooks.timedOut(LockKind.of(kind), waited));
    }

    void renewed(GrantKind kind, Duration took) {
        guard(() -> hooks.renewed(LockKind.of(kind), took));
    }

    void released(GrantKind kind, boolean confirmed) {
        guard(() -> hooks.released(LockKind.of(kind), confirmed));
    }

    void lost(GrantKind kind, LossReason reason) {
        guard(() -> hooks.lost(LockKind.of(kind), reason));
    }

    void connected(String server) {
        guard(() -> hooks.connected(server));
    }

    void disconnected(String server) {
        guard(() -> hooks.disconnected(server));
    }

    void connectFailed(String server) {
        guard(() -> hooks.connectFailed(server));
    }

    void moved(String from, String to, MoveReason reason) {
        guard(() -> hooks.moved(from, to, reason));
    }
}
