package io.dflockd.simulation.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Lets things happen to three nodes, or checks the history of an earlier run, from the command line. */
final class FaultsMain {
    private static final String USAGE =
            "usage: cluster/faults --minutes N [--seed S] [--keep DIR] | cluster/faults check FILE";

    private static final int CLIENTS = 64;
    private static final int VIOLATED = 1;
    private static final int MISUSED = 2;
    private static final int MOST_SHOWN = 20;

    private FaultsMain() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
            say(USAGE);
            return;
        }
        try {
            Report report = args.length > 0 && args[0].equals("check") ? check(args) : run(args);
            report.lines().forEach(FaultsMain::say);
            if (!report.violations().isEmpty()) {
                report.violations().stream().limit(MOST_SHOWN).forEach(FaultsMain::say);
                end(VIOLATED, report.violations().size() + " violations");
            }
            say("all well");
        } catch (IllegalArgumentException wrong) {
            end(MISUSED, wrong.getMessage() + "; " + USAGE);
        } catch (Trouble trouble) {
            end(VIOLATED, String.valueOf(trouble.getMessage()));
        } catch (IOException failed) {
            end(VIOLATED, failed.toString());
        }
    }

    private static Report check(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("check needs a file");
        }
        Path file = Path.of(args[1]);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(file + " cannot be read");
        }
        return Report.of(History.read(file));
    }

    private static Report run(String[] args) throws IOException, InterruptedException {
        Options options = Options.parse(args, System.currentTimeMillis());
        Path directory = options.keep() == null
                ? Files.createTempDirectory("dflockd-faults-")
                : Files.createDirectories(options.keep());
        Run run = new Run(directory, CLIENTS, options.seed(), System.out);
        say("seed " + options.seed() + ", history in " + run.historyFile());
        Runtime.getRuntime().addShutdownHook(new Thread(FaultsMain::endChildren));
        long endNanos = System.nanoTime() + options.time().toNanos();
        return run.run(new Deck(new Random(options.seed()), () -> System.nanoTime() > endNanos));
    }

    /** Also one that stands still, which would not notice that nobody needs it any more. */
    private static void endChildren() {
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
    }

    private static void say(String line) {
        System.out.println("faults: " + line);
    }

    private static void end(int status, String why) {
        System.err.println("faults: " + why);
        System.exit(status);
    }
}
