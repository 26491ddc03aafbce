package io.dflockd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings of a cluster that do not fit each other end the start with one line that says what would. */
final class ClusterRulesTest {
    private static final String ANY_FILE =
            Program.class.getResource("Program.class").getPath();
    private static final String LOCAL_PEERS = "--peers=a=127.0.0.1:7388,b=[::1]:7388,c=localhost:7389";
    private static final String DISTANT_PEERS = "--peers=a=10.0.0.1:7388,b=10.0.0.2:7388,c=10.0.0.3:7388";

    @ParameterizedTest
    @CsvSource({
        "--node=a, --node needs --peers beside it",
        "--peers=a=127.0.0.1:1, --peers needs --node beside it",
        "--bootstrap, --bootstrap needs --data-dir beside it",
        "--cluster-insecure, --cluster-insecure needs --data-dir beside it",
        "--node=a --peers=a=127.0.0.1:1, --peers needs --data-dir beside it",
        "--data-dir=d --node=b --peers=a=127.0.0.1:1, --node b is not among --peers: a",
        "--data-dir=d --election-timeout=2 --node-grace=2, --node-grace must be longer than --election-timeout",
    })
    void namesWhatIsMissing(String arguments, String complaint) {
        assertComplaint(complaint, arguments.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a=",
                "a=host",
                "a=:1",
                "a=host:0",
                "a=host:65536",
                "A=host:1",
                "a.b=host:1",
                "=host:1",
                "a=::1:7",
                "a=host:1,",
                "a=host:1,a=other:1",
                "a=host:1,b=host:1",
                "a=ho st:1"
            })
    void refusesPeersThatCannotBeMeant(String peers) {
        assertComplaint(
                "--peers takes name=host:port of each node, with commas between, no name or address twice, not '"
                        + peers + "'",
                "--peers=" + peers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a_b", "a b", "é", "a-name-that-is-longer-than-thirty-two"})
    void refusesNamesThatAreNotPlain(String name) {
        assertComplaint("--node takes 1 to 32 of a-z, 0-9 and -, not '" + name + "'", "--node=" + name);
    }

    @Test
    void refusesToLetNodesOnSeveralMachinesTalkInPlainText() {
        assertComplaint(
                "nodes on several machines need --cluster-tls-cert, --cluster-tls-key and --cluster-tls-ca, or"
                        + " --cluster-insecure where nobody else can reach them",
                "--data-dir=d",
                "--node=a",
                DISTANT_PEERS);
    }

    @Test
    void takesThemWithCertificatesOrWithoutIfToldSo() {
        assertTaken("--data-dir=d", "--node=a", DISTANT_PEERS, "--cluster-insecure");
        assertTaken(
                "--data-dir=d",
                "--node=a",
                DISTANT_PEERS,
                "--cluster-tls-cert=" + ANY_FILE,
                "--cluster-tls-key=" + ANY_FILE,
                "--cluster-tls-ca=" + ANY_FILE);
        assertTaken("--data-dir=d", "--node=a", LOCAL_PEERS);
    }

    @ParameterizedTest
    @CsvSource({
        "--cluster-tls-cert, --cluster-tls-key",
        "--cluster-tls-key, --cluster-tls-cert",
        "--cluster-tls-ca, --cluster-tls-cert"
    })
    void wantsAllFilesOfTlsOrNone(String given, String missing) {
        assertComplaint(
                given + " needs " + missing + " beside it",
                "--data-dir=d",
                "--node=a",
                LOCAL_PEERS,
                given + "=" + ANY_FILE);
    }

    @Test
    void refusesASecondPlaceForFences() {
        assertComplaint(
                "--fence-state-file has no use beside --data-dir, which keeps fences with everything else: leave it"
                        + " out",
                "--data-dir=d",
                "--fence-state-file=f");
    }

    @Test
    void areTakenFromWhatIsPrinted() {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(
                "--data-dir=d",
                "--node=a",
                "--peers=b=[::1]:2, a=localhost:1",
                "--election-timeout=1.50",
                "--print-config");

        assertThat(outcome.setting("peers")).isEqualTo("a=localhost:1,b=[::1]:2");
        assertThat(outcome.setting("election-timeout")).isEqualTo("1.5");
        assertThat(outcome.setting("node-grace")).isEqualTo("5");
    }

    private static void assertComplaint(String complaint, String... arguments) {
        Program.Outcome outcome = Program.IN_EMPTY_ENVIRONMENT.run(arguments);

        assertThat(outcome.err()).containsExactly("dflockd: " + complaint);
        assertThat(outcome.status()).isEqualTo(1);
    }

    private static void assertTaken(String... arguments) {
        String[] printing = Stream.concat(Arrays.stream(arguments), Stream.of("--print-config"))
                .toArray(String[]::new);

        assertThat(Program.IN_EMPTY_ENVIRONMENT.run(printing).status()).isZero();
    }
}
