package io.dflockd.client;

import static io.dflockd.client.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.dflockd.testkit.Pitfall;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class path on which something is missing, or of another version: connecting fails and says so. */
@Pitfall({"JV-03", "CL-18"})
final class MissingClassTest {
    /** A class path without this class. */
    private static final class Without extends Reloader {
        private final String missing;

        Without(String missing) {
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing)) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.netty.channel.ChannelInitializer",
                "io.netty.channel.ChannelOption",
                "io.netty.handler.ssl.SslHandler",
                "io.netty.util.collection.LongObjectHashMap",
                "io.netty.util.NetUtil",
                "io.dflockd.client.transport.Attempt",
                "io.dflockd.client.transport.Connection",
                "io.dflockd.client.transport.Handshake",
                "io.dflockd.client.transport.LineCutter",
                "io.dflockd.client.transport.Transport",
                "io.dflockd.client.wire.Frames",
                "io.dflockd.client.Waiting",
            })
    void failsTheConnectWithItsNameAndLeavesNoThread(String missing) throws Exception {
        try (TestServer server = TestServer.start()) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();

            Throwable failure = Worker.start(() -> connect(new Without(missing), server.address()))
                    .failure();

            assertThat(failure).isInstanceOf(InvocationTargetException.class);
            assertThat(failure.getCause()).hasStackTraceContaining(missing.replaceAll(".*[.]", ""));
            eventually().untilAsserted(() -> assertThat(ours()).isSubsetOf(before));
        }
    }

    private static Object connect(ClassLoader classes, String address) throws ReflectiveOperationException {
        return classes.loadClass(Dflockd.class.getName())
                .getMethod("connect", String[].class)
                .invoke(null, (Object) new String[] {address});
    }

    private static List<Thread> ours() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("dflockd-[0-9]+-.*"))
                .toList();
    }

    @Test
    void isNothingToAWholeClassPath() throws Exception {
        try (TestServer server = TestServer.start()) {
            ((AutoCloseable) connect(new Without("nothing"), server.address())).close();
        }
    }
}
