package io.dflockd.simulation.churn;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A running server, which shows what it tells everybody. Counters at zero and idle locks go when their time has come. */
final class OtherServer implements Stage {
    private static final Pattern SHOWN = Pattern.compile(
            "\"(locks|semaphores|rw_locks|kv_entries|lists|signal_channels|watch_channels|barriers)\":\\[([^]]*)]");

    private final InetSocketAddress address;

    OtherServer(InetSocketAddress address) {
        this.address = address;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public String whatIsLeft() {
        try (Wire wire = Wire.connect(address, new Counts())) {
            Matcher shown = SHOWN.matcher(wire.ask("stats", "_", "_"));
            while (shown.find()) {
                if (shown.group(2).contains("\"churn.")) {
                    return shown.group();
                }
            }
            return "";
        } catch (IOException gone) {
            throw new Fault("the server does not answer at the end: " + gone);
        }
    }

    @Override
    public void close() {}
}
