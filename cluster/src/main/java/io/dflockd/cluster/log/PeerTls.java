package io.dflockd.cluster.log;

import java.nio.file.Path;

/**
 * The PEM files of mutual TLS between nodes.
 *
 * @param certificate the chain that this node shows
 * @param key its private key, PKCS #8
 * @param authority what the certificates of the other nodes must be signed by
 */
public record PeerTls(Path certificate, Path key, Path authority) {}
