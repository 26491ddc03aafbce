package io.dflockd.cli;

import static io.dflockd.cli.Setting.BOOTSTRAP;
import static io.dflockd.cli.Setting.CLUSTER_INSECURE;
import static io.dflockd.cli.Setting.CLUSTER_TLS_CA;
import static io.dflockd.cli.Setting.CLUSTER_TLS_CERT;
import static io.dflockd.cli.Setting.CLUSTER_TLS_KEY;
import static io.dflockd.cli.Setting.DATA_DIR;
import static io.dflockd.cli.Setting.ELECTION_TIMEOUT;
import static io.dflockd.cli.Setting.FENCE_STATE_FILE;
import static io.dflockd.cli.Setting.NODE;
import static io.dflockd.cli.Setting.NODE_GRACE;
import static io.dflockd.cli.Setting.PEERS;

import io.dflockd.cli.options.Kind;
import io.dflockd.server.StartupException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the settings of a cluster have to do with each other. */
final class ClusterRules {
    private static final List<Setting> TLS_FILES = List.of(CLUSTER_TLS_CERT, CLUSTER_TLS_KEY, CLUSTER_TLS_CA);

    private ClusterRules() {}

    static void check(Settings settings) throws StartupException {
        requireWhatBelongsTogether(settings);
        if (settings.effective(PEERS).isPresent()) {
            checkNode(settings);
            checkSecrecy(settings);
        }
        if (settings.effective(DATA_DIR).isPresent()) {
            checkTimes(settings);
            refuseFenceFile(settings);
        }
    }

    private static void requireWhatBelongsTogether(Settings settings) throws StartupException {
        settings.requireBeside(NODE, PEERS);
        settings.requireBeside(PEERS, NODE);
        for (Setting setting : List.of(PEERS, BOOTSTRAP, CLUSTER_INSECURE)) {
            settings.requireBeside(setting, DATA_DIR);
        }
        for (Setting file : TLS_FILES) {
            settings.requireBeside(file, PEERS);
            for (Setting other : TLS_FILES) {
                settings.requireBeside(file, other);
            }
        }
    }

    private static void checkNode(Settings settings) throws StartupException {
        Peers peers = settings.value(PEERS, Peers.KIND);
        Given node = settings.effective(NODE).orElseThrow();
        if (!peers.addresses().containsKey(node.text())) {
            throw new StartupException(node.name() + " " + node.text() + " is not among " + PEERS.flag() + ": "
                    + String.join(", ", peers.addresses().keySet()));
        }
    }

    /** Whoever can speak to a node as another node does can change everything. */
    private static void checkSecrecy(Settings settings) throws StartupException {
        boolean isSecret = settings.effective(CLUSTER_TLS_CERT).isPresent();
        boolean isPrivate = settings.value(PEERS, Peers.KIND).areOnLoopback();
        if (!isSecret && !isPrivate && !settings.isOn(CLUSTER_INSECURE)) {
            throw new StartupException("nodes on several machines need " + CLUSTER_TLS_CERT.flag() + ", "
                    + CLUSTER_TLS_KEY.flag() + " and " + CLUSTER_TLS_CA.flag() + ", or " + CLUSTER_INSECURE.flag()
                    + " where nobody else can reach them");
        }
    }

    private static void checkTimes(Settings settings) throws StartupException {
        Duration election = settings.value(ELECTION_TIMEOUT, Kind.fraction("0"));
        Duration grace = settings.value(NODE_GRACE, Kind.seconds(0));
        if (grace.compareTo(election) <= 0) {
            throw new StartupException(NODE_GRACE.flag() + " must be longer than " + ELECTION_TIMEOUT.flag());
        }
    }

    private static void refuseFenceFile(Settings settings) throws StartupException {
        Optional<Given> fenceFile = settings.effective(FENCE_STATE_FILE);
        if (fenceFile.isPresent()) {
            throw new StartupException(fenceFile.get().name() + " has no use beside " + DATA_DIR.flag()
                    + ", which keeps fences with everything else: leave it out");
        }
    }
}
