/** The figures of the dflockd client as meters of Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"
}) // Micrometer has a name, but is no module yet
module io.dflockd.client.micrometer {
    requires transitive io.dflockd.client;
    requires transitive micrometer.core;
    requires static org.jspecify;

    exports io.dflockd.client.micrometer;
}
