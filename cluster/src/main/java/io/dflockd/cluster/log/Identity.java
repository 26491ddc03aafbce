package io.dflockd.cluster.log;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.UUID;

/**
 * What a data directory says of itself: a small text file, written once, when the directory is ready for its first start.
 *
 * @param cluster the cluster that the log belongs to
 * @param node the one node that may use it
 * @param peers the members at the first start, as {@code a=host:port,b=host:port}
 */
record Identity(UUID cluster, String node, String peers) {
    private static final String FORMAT = "1";

    void write(Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(unfinished);
        try (FileChannel channel = PrivateFiles.create(unfinished)) {
            ByteBuffer text = StandardCharsets.UTF_8.encode(text());
            while (text.hasRemaining()) {
                channel.write(text);
            }
            channel.force(true);
        }
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private String text() {
        return "format=" + FORMAT + "\ncluster=" + cluster + "\nnode=" + node + "\npeers=" + peers + "\n";
    }

    static Identity read(Path file) throws ClusterStartException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file)));
            if (!FORMAT.equals(required(properties, "format"))) {
                throw new ClusterStartException(file + " has the format " + properties.getProperty("format")
                        + ", and this program knows " + FORMAT + " alone");
            }
            return new Identity(
                    UUID.fromString(required(properties, "cluster")),
                    required(properties, "node"),
                    required(properties, "peers"));
        } catch (IOException | IllegalArgumentException e) {
            throw new ClusterStartException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String required(Properties properties, String name) {
        String value = properties.getProperty(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
