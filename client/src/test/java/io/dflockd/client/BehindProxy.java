package io.dflockd.client;

import org.junit.jupiter.api.AfterEach;

/**
 * What many tests begin with: the real server, a proxy before it, and a client that reaches it through the proxy. In
 * the end the client has left nothing behind there.
 */
abstract class BehindProxy {
    final TestServer server = TestServer.start();
    final FaultProxy proxy = new FaultProxy(server.port());
    final Tally tally = new Tally();
    final Dflockd client = Dflockd.connect(
            Clients.patientOptions(proxy.address()).metrics(tally).build());

    @AfterEach
    final void leaveNothingBehind() {
        client.close();
        server.awaitQuiet();
        proxy.close();
        server.close();
    }
}
