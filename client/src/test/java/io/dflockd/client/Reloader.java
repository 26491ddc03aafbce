package io.dflockd.client;

import io.dflockd.testkit.Project;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;

/** Loads the client and its tests once more, apart from those that the test itself uses, and perhaps otherwise. */
class Reloader extends ClassLoader {
    private static final String OURS = "io.dflockd.client.";
    private static final Path MAIN = Project.locationOf(Dflockd.class);

    Reloader() {
        super(Reloader.class.getClassLoader());
    }

    /** Whether there is one class of this name for both. */
    boolean isShared(String name) {
        return false;
    }

    /** What a class of the client is to be. */
    byte[] changed(byte[] mainClass) {
        return mainClass;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || isShared(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL file = getParent().getResource(name.replace('.', '/') + ".class");
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream input = file.openStream()) {
            byte[] original = input.readAllBytes();
            byte[] bytes = file.getPath().startsWith(MAIN.toString()) ? changed(original) : original;
            return defineClass(name, bytes, 0, bytes.length, Reloader.class.getProtectionDomain());
        } catch (IOException failed) {
            throw new ClassNotFoundException(name, failed);
        }
    }
}
