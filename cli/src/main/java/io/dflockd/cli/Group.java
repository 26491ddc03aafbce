package io.dflockd.cli;

/** A heading of the help, with the settings below it. */
enum Group {
    NETWORK("Network"),
    SECURITY("Security"),
    LEASES("Leases and fences"),
    CLUSTER("Cluster and durability"),
    LIMITS("Limits; 0 = no limit"),
    CLEANING("Cleaning up"),
    LOGGING("Logging, to standard error");

    private final String heading;

    Group(String heading) {
        this.heading = heading;
    }

    String heading() {
        return heading;
    }
}
