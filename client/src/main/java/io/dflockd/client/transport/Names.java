package io.dflockd.client.transport;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks up host names on threads of their own: a name server that hangs holds up nobody else. */
final class Names {
    private Names() {}

    static CompletableFuture<List<InetAddress>> find(String host) {
        CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
        if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
            lookUp(host, found);
        } else {
            Thread thread = new Thread(() -> lookUp(host, found), "dflockd-names");
            thread.setDaemon(true);
            thread.start();
        }
        return found;
    }

    private static void lookUp(String host, CompletableFuture<List<InetAddress>> found) {
        try {
            found.complete(List.of(InetAddress.getAllByName(host)));
        } catch (UnknownHostException | RuntimeException | Error unknown) {
            found.completeExceptionally(unknown);
        }
    }
}
