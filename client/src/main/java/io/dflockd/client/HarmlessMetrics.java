package io.dflockd.client;

import io.dflockd.client.wire.LockKind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The application's hooks, which may fail without harm to what they are told of. */
final class HarmlessMetrics implements ClientMetrics {
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

    @Override
    public void acquired(LockKind kind, Duration waited) {
        guard(() -> hooks.acquired(kind, waited));
    }

    @Override
    public void timedOut(LockKind kind, Duration waited) {
        guard(() -> hooks.timedOut(kind, waited));
    }

    @Override
    public void renewed(LockKind kind, Duration took) {
        guard(() -> hooks.renewed(kind, took));
    }

    @Override
    public void released(LockKind kind, boolean confirmed) {
        guard(() -> hooks.released(kind, confirmed));
    }

    @Override
    public void lost(LockKind kind, LossReason reason) {
        guard(() -> hooks.lost(kind, reason));
    }

    @Override
    public void connected(String server) {
        guard(() -> hooks.connected(server));
    }

    @Override
    public void disconnected(String server) {
        guard(() -> hooks.disconnected(server));
    }

    @Override
    public void connectFailed(String server) {
        guard(() -> hooks.connectFailed(server));
    }
}
