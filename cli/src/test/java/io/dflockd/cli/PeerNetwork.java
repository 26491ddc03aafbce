package io.dflockd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The network between the nodes of a cluster on this machine, which can be cut. Every node finds each of the others under
 * an address of its own, by a file of host names; there a relay stands in the way. While a node is cut off, what
 * goes to it or comes from it is not lost but waits, as with a cable that is put back later.
 */
final class PeerNetwork implements AutoCloseable {
    private final List<String> names;
    private final List<Integer> ports = new ArrayList<>();
    private final List<ServerSocket> relays = new ArrayList<>();
    private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Set<Integer> cutOff = new HashSet<>(); // guarded by this

    PeerNetwork(List<String> names) throws IOException {
        this.names = names;
        for (int to = 0; to < names.size(); to++) {
            try (ServerSocket free = ChildProgram.takenPort()) {
                ports.add(free.getLocalPort());
            }
        }
        for (int from = 0; from < names.size(); from++) {
            for (int to = 0; to < names.size(); to++) {
                if (from != to) {
                    relay(from, to);
                }
            }
        }
    }

    /** What {@code --peers} takes. */
    String peers() {
        List<String> peers = new ArrayList<>();
        for (int node = 0; node < names.size(); node++) {
            peers.add(names.get(node) + "=" + host(node) + ":" + ports.get(node));
        }
        return String.join(",", peers);
    }

    private String host(int node) {
        return "node-" + names.get(node);
    }

    /** The option of a JVM in which the others are found through this network. */
    String hostsOption(String name, Path folder) throws IOException {
        int from = names.indexOf(name);
        List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost"));
        for (int to = 0; to < names.size(); to++) {
            lines.add((from == to ? "127.0.0.1" : address(from, to)) + " " + host(to));
        }
        return "-Djdk.net.hosts.file=" + Files.write(folder.resolve("hosts-of-" + name), lines);
    }

    private static String address(int from, int to) {
        return "127.0." + (from + 1) + "." + (to + 1);
    }

    private void relay(int from, int to) throws IOException {
        ServerSocket relay = new ServerSocket(ports.get(to), 50, InetAddress.getByName(address(from, to)));
        relays.add(relay);
        daemon(() -> {
            while (true) {
                Socket caller = relay.accept();
                sockets.add(caller);
                daemon(() -> connect(caller, from, to));
            }
        });
    }

    private void connect(Socket caller, int from, int to) throws IOException {
        awaitWhole(from, to);
        Socket callee = new Socket();
        sockets.add(callee);
        try {
            callee.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(to)));
        } catch (IOException nobodyThere) {
            caller.close();
            return;
        }
        daemon(() -> pump(callee, caller, to, from));
        pump(caller, callee, from, to);
    }

    private void pump(Socket source, Socket target, int from, int to) throws IOException {
        byte[] chunk = new byte[65_536];
        try (source;
                target) {
            InputStream in = source.getInputStream();
            OutputStream out = target.getOutputStream();
            for (int count = in.read(chunk); count > 0; count = in.read(chunk)) {
                awaitWhole(from, to);
                out.write(chunk, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException ended) {
                // one of both sides is gone, and the other hears of it
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void awaitWhole(int one, int other) throws IOException {
        while (cutOff.contains(one) || cutOff.contains(other)) {
            try {
                wait();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IOException(stopped);
            }
        }
    }

    /** From now on a node and the others hear nothing of each other. */
    synchronized void cutOff(String name) {
        cutOff.add(names.indexOf(name));
    }

    synchronized void heal() {
        cutOff.clear();
        notifyAll();
    }

    @Override
    public void close() throws IOException {
        for (ServerSocket relay : relays) {
            relay.close();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
        heal();
    }
}
