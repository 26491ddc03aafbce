/** The wire of dflockd: commands, requests, replies and the words of their first lines; no input or output. */
module io.dflockd.protocol {
    requires static org.jspecify;

    exports io.dflockd.protocol;
}
