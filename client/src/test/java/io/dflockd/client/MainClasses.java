package io.dflockd.client;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** What the client consists of, without its tests. */
final class MainClasses {
    private MainClasses() {}

    static JavaClasses all() {
        return new ClassFileImporter().importPath(locationOf(Dflockd.class));
    }

    /** The jar or the folder that a class was loaded from. */
    static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException odd) {
            throw new IllegalStateException(odd);
        }
    }
}
