package io.dflockd.client;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.dflockd.testkit.Project;

/** What the client consists of, without its tests. */
final class MainClasses {
    private MainClasses() {}

    static JavaClasses all() {
        return new ClassFileImporter().importPath(Project.locationOf(Dflockd.class));
    }
}
