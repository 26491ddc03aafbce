package io.dflockd.cli;

/** The version of this program, as its jar tells it. */
final class Version {
    private Version() {}

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
