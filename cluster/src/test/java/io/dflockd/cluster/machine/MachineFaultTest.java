package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dflockd.engine.ShardGuard;
import io.dflockd.protocol.KeyHash;
import io.dflockd.testkit.Pitfall;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a fault of ours does to a machine: alike everywhere it costs a session, here alone it ends the process. */
@Pitfall("HA-17")
final class MachineFaultTest {
    private final TestCluster cluster = new TestCluster();
    private final TestNode a = cluster.a;

    @Test
    void aFaultInARecordEndsItsSessionInTheSameEntryOnEveryReplica() {
        a.open(1);

        List<String> said = a.open(1); // no host does that, so it stands for any bug of ours

        assertThat(said).containsExactly("a.1.1 fault in a record of type OPEN", "a.1.1 ended", "a.1 applied 2");
        assertThat(cluster.machine.summary().line()).contains("\"faults\":1");
        assertThat(TestCluster.snapshotOf(cluster.replay())).isEqualTo(TestCluster.snapshotOf(cluster.machine));
        a.open(2);
        assertThat(a.ask(2, "incr", "hits", "1")).containsExactly("a.1.2 < ok 1");
    }

    @Test
    void aListenerThatFailsEndsTheProcessBecauseOnlyThisReplicaHasIt() {
        Told told = new Told();
        MachineListener failing = (MachineListener) Proxy.newProxyInstance(
                MachineListener.class.getClassLoader(),
                new Class<?>[] {MachineListener.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("reply")) {
                        throw new IllegalStateException("the socket is gone");
                    }
                    return method.invoke(told, args);
                });
        ReplicatedMachine machine = TestCluster.newMachine(failing);
        a.open(1);
        a.ask(1, "incr", "hits", "1");
        byte[] last = cluster.log.get(cluster.log.size() - 1);
        cluster.log.subList(0, cluster.log.size() - 1).forEach(machine::apply);

        assertThatThrownBy(() -> machine.apply(last))
                .isInstanceOf(ListenerFailure.class)
                .hasRootCauseMessage("the socket is gone");
    }

    @Test
    void anErrorPassesThrough() {
        OutOfMemoryError full = new OutOfMemoryError("planted");
        ShardGuard exhausted = (ShardGuard) Proxy.newProxyInstance(
                ShardGuard.class.getClassLoader(), new Class<?>[] {ShardGuard.class}, (proxy, method, args) -> {
                    throw full;
                });
        ReplicatedMachine machine = new ReplicatedMachine(new Told(), exhausted, new KeyHash(1, 2));

        assertThatThrownBy(() -> machine.apply(cluster.log.get(0))).isSameAs(full);
    }
}
