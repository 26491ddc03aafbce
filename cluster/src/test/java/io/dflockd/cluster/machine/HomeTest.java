package io.dflockd.cluster.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HomeTest {
    private final TestCluster cluster = new TestCluster();
    private final List<String> heard = new ArrayList<>();
    private final Home home = new Home("a", (Home.Resident) Proxy.newProxyInstance(
            Home.Resident.class.getClassLoader(), new Class<?>[] {Home.Resident.class}, (proxy, method, args) -> {
                heard.add(method.getName() + (args == null ? "" : Arrays.toString(args)));
                return null;
            }));
    private final ReplicatedMachine machine = TestCluster.newMachine(home);

    private void catchUp() {
        cluster.log.forEach(machine::apply);
        cluster.log.clear();
        heard.removeIf(line -> line.startsWith("settled"));
    }

    @Test
    @Pitfall("HA-11")
    void hearsNothingOfALifeBefore() {
        cluster.a.open(1);
        cluster.a.ask(1, "incr", "hits", "1");

        catchUp();

        assertThat(heard).isEmpty();
        assertThat(home.epoch()).isZero();
    }

    @Test
    void hearsOfItsOwnSessionsFromItsOwnHelloOn() {
        catchUp();
        cluster.apply(home.hello(55, 1));
        cluster.a.epoch = 2;
        cluster.a.sequence = 0;
        cluster.a.open(1);
        cluster.b.open(1);
        cluster.b.ask(1, "incr", "hits", "1");

        catchUp();

        assertThat(heard).containsExactly("began[2]", "applied[1]");
        assertThat(home.epoch()).isEqualTo(2);
    }

    @Test
    void theHelloOfAnotherProcessIsNotItsOwn() {
        catchUp();
        byte[] unsent = home.hello(55, 1);
        cluster.apply(Part.hello("a", 66, 1));
        cluster.apply(unsent);

        catchUp();

        assertThat(heard).containsExactly("refused");
    }

    @Test
    void isOverWhenItIsDeclaredGoneOrItsMachineIsReplaced() {
        catchUp();
        cluster.apply(home.hello(55, 1));
        cluster.apply(Part.nodeGone("a", 2));
        catchUp();
        cluster.apply(home.hello(56, 2));
        catchUp();

        home.replaced();
        home.replaced();

        assertThat(heard).containsExactly("began[2]", "over", "began[3]", "over");
    }
}
