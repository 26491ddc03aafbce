package io.dflockd.simulation.churn;

/** Runs a crowd from the command line. */
final class ChurnMain {
    private static final String USAGE =
            "usage: simulation/churn (--minutes N | --seconds N) [--seed S] [[--host H] --port P]";

    private ChurnMain() {}

    public static void main(String[] args) {
        if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
            System.out.println(USAGE);
            return;
        }
        try {
            Options options = Options.parse(args, System.currentTimeMillis());
            System.out.println("churn: seed " + options.seed());
            System.out.println("churn: " + new Churn(options, System.out).run());
        } catch (IllegalArgumentException wrong) {
            end(2, wrong.getMessage() + "; " + USAGE);
        } catch (Fault fault) {
            end(1, String.valueOf(fault.getMessage()));
        }
    }

    private static void end(int status, String why) {
        System.err.println("churn: " + why);
        System.exit(status);
    }
}
