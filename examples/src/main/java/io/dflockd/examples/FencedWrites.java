package io.dflockd.examples;

import io.dflockd.client.Dflockd;
import io.dflockd.client.Grant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Fences: a holder that was away for too long cannot overwrite what the next one wrote. */
public final class FencedWrites {
    private FencedWrites() {}

    public static void main(String[] args) throws IOException {
        FencedFile ledger = new FencedFile(Path.of(args[1]));
        try (Dflockd dflockd = Dflockd.connect(args[0])) {
            long late;
            try (Grant first = dflockd.lock("ledger").acquire(Duration.ofSeconds(10))) {
                late = first.fence(); // imagine that the program is stopped here, for longer than its lease
            }
            try (Grant second = dflockd.lock("ledger").acquire(Duration.ofSeconds(10))) {
                System.out.println("the second writes: " + ledger.write("by the second", second.fence()));
            }
            System.out.println("the first wakes up and writes: " + ledger.write("by the first", late));
            System.out.println("the ledger was written " + ledger.read());
        }
    }
}
