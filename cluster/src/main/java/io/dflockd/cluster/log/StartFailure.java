package io.dflockd.cluster.log;

import java.security.GeneralSecurityException;
import javax.net.ssl.SSLException;
import org.apache.ratis.util.ExitUtils;

/** Finds the line for the person who started a node in what Ratis threw. */
final class StartFailure {
    private StartFailure() {}

    static ClusterStartException explained(LogSettings settings, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ExitUtils.ExitException) {
                return new ClusterStartException(
                        "cannot listen on " + settings.address() + " for the other nodes: " + listening(cause),
                        failure);
            }
            if (cause instanceof SSLException || cause instanceof GeneralSecurityException) {
                return new ClusterStartException(
                        "the TLS files for the other nodes cannot be used: " + cause.getMessage(), failure);
            }
        }
        return damaged(settings, failure);
    }

    private static String listening(Throwable failure) {
        String reason = Reason.of(failure);
        return reason.contains("Address already in use") ? "the port is in use" : reason;
    }

    private static ClusterStartException damaged(LogSettings settings, Throwable failure) {
        return new ClusterStartException(
                "the log in " + settings.directory() + " cannot be read: "
                        + Reason.of(failure).replaceFirst("\\.$", "")
                        + ". Nothing was changed in it. Restore the whole directory from a copy or replace the node;"
                        + " do not remove single files",
                failure);
    }
}
