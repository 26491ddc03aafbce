package io.dflockd.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Assumptions;

/** The open files and sockets of this process. */
final class Descriptors {
    private Descriptors() {}

    static long open() {
        return system().getOpenFileDescriptorCount();
    }

    static long limit() {
        return system().getMaxFileDescriptorCount();
    }

    private static UnixOperatingSystemMXBean system() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
            return unix;
        }
        return Assumptions.abort("this system does not tell how many files are open");
    }
}
