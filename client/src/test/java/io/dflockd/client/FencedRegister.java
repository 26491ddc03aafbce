package io.dflockd.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A number in a place of its own that holders of a lock count up, and that refuses every fence smaller than the largest
 * it has seen.
 *
 * <p>A holder reads once, and then writes what it has read plus one, plus two and so on. A read shows the fence as well,
 * so from then on earlier holders are refused. If fences keep their promise, each write that is taken is the old number
 * plus one, even while two clients believe that they hold; the register looks whether that is so.
 */
final class FencedRegister implements AutoCloseable {
    static final String REFUSED = "refused";

    private final ServerSocket listener;
    private final List<String> violations = new ArrayList<>();
    private long value;
    private long largestFence;
    private int client = -1;
    private long taken;
    private long refused;

    FencedRegister() {
        try {
            listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        startThread(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Who has shown the largest fence, or -1. */
    synchronized int client() {
        return client;
    }

    synchronized long taken() {
        return taken;
    }

    synchronized long refused() {
        return refused;
    }

    /** What a correct server and client never let happen. */
    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    private synchronized String read(int reader, long fence) {
        return admits(reader, fence) ? Long.toString(value) : REFUSED;
    }

    private synchronized String write(int writer, long fence, long written) {
        if (!admits(writer, fence)) {
            return REFUSED;
        }
        if (written != value + 1) {
            violations.add("stale write: client " + writer + " with fence " + fence + " writes " + written + " where "
                    + value + " is");
        }
        value = written;
        taken++;
        return "taken";
    }

    private boolean admits(int asking, long fence) {
        if (fence < largestFence) {
            refused++;
            return false;
        }
        if (fence == largestFence && asking != client) {
            violations.add("clients " + client + " and " + asking + " have the same fence " + fence);
        }
        largestFence = fence;
        client = asking;
        return true;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                startThread(() -> serve(socket));
            }
        } catch (IOException closed) {
            // by us
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in = reader(socket);
                PrintWriter out = writer(socket)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(answer(line.split(" ", -1)));
            }
        } catch (IOException gone) {
            // the child has ended
        }
    }

    private String answer(String[] words) {
        int asking = Integer.parseInt(words[0]);
        long fence = Long.parseLong(words[1]);
        return words.length == 2 ? read(asking, fence) : write(asking, fence, Long.parseLong(words[2]));
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    private static PrintWriter writer(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
    }

    private static void startThread(Runnable work) {
        Thread thread = new Thread(work, "fenced register");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** One client's way to the register, from another process. */
    static final class Access {
        private final int client;
        private final BufferedReader in;
        private final PrintWriter out;

        Access(int port, int client) throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            this.client = client;
            this.in = reader(socket);
            this.out = writer(socket);
        }

        /** The number, or -1 if the fence is too small. */
        long read(long fence) throws IOException {
            String answer = ask(client + " " + fence);
            return answer.equals(REFUSED) ? -1 : Long.parseLong(answer);
        }

        boolean write(long fence, long value) throws IOException {
            return !ask(client + " " + fence + " " + value).equals(REFUSED);
        }

        private String ask(String line) throws IOException {
            out.println(line);
            String answer = in.readLine();
            if (answer == null) {
                throw new IOException("the register has gone");
            }
            return answer;
        }
    }
}
