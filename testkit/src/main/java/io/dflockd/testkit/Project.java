package io.dflockd.testkit;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the project's own files are, for tests that hold code and documents against each other. */
public final class Project {
    private static final String PROPERTY = "dflockd.root";
    private static final String LANDMARK = "PROTOCOL.md";

    private Project() {}

    /** The folder of PROTOCOL.md: the one named by {@code dflockd.root}, or the nearest above the working directory. */
    public static Path root() {
        @Nullable String named = System.getProperty(PROPERTY);
        Path start = Path.of(named == null ? "" : named).toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(LANDMARK))) {
                return folder;
            }
        }
        throw new IllegalStateException("no " + LANDMARK + " in or above " + start);
    }

    /** The jar or the folder that a class was loaded from. */
    public static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException odd) {
            throw new IllegalStateException(odd);
        }
    }
}
