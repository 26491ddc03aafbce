package io.dflockd.simulation;

import java.util.Arrays;

/** Runs histories from the command line. */
final class SimulationMain {
    private static final String USAGE =
            "usage: simulation/run [--cluster] (--seed N | --seeds FROM..TO | --hours H) [--steps M]";

    private SimulationMain() {}

    public static void main(String[] args) {
        if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
            System.out.println(USAGE);
            return;
        }
        try {
            boolean ofCluster = args.length > 0 && args[0].equals("--cluster");
            String[] others = ofCluster ? Arrays.copyOfRange(args, 1, args.length) : args;
            Campaign.History history = ofCluster ? ClusterSimulation::run : Simulation::run;
            new Campaign(Options.parse(others, System.currentTimeMillis()), history, System.out).run();
        } catch (IllegalArgumentException wrong) {
            fail(2, "simulation: " + wrong.getMessage() + "; " + USAGE);
        } catch (SimulationFailure failure) {
            fail(1, String.valueOf(failure.getMessage()));
        }
    }

    private static void fail(int status, String why) {
        System.err.println(why);
        System.exit(status);
    }
}
