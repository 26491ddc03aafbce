package io.dflockd.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The engine, or the machine around it, with a planted bug, loaded beside the right one together with a simulation of its own. */
final class Mutant extends ClassLoader {
    private static final Pattern RELOADED =
            Pattern.compile("io\\.dflockd\\.(engine|simulation|cluster\\.machine)\\..*");
    private static final String SOURCES = "engine/src/main/java/io/dflockd/engine";

    private static final String MACHINE = "cluster/src/main/java/io/dflockd/cluster/machine";

    private final Map<String, byte[]> changed;

    private Mutant(Map<String, byte[]> changed) {
        super(Mutant.class.getClassLoader());
        this.changed = changed;
    }

    static Mutant withoutBug() {
        return new Mutant(Map.of());
    }

    static Mutant with(PlantedBug bug) throws IOException {
        return with(SOURCES, bug.type, bug.right, bug.wrong);
    }

    static Mutant with(PlantedClusterBug bug) throws IOException {
        return with(MACHINE, bug.type, bug.right, bug.wrong);
    }

    private static Mutant with(String folder, String type, String right, String wrong) throws IOException {
        Path file = root().resolve(folder).resolve(type + ".java");
        String source = Files.readString(file);
        assertThat(source.split(Pattern.quote(right), -1))
                .as("%s must be in %s exactly once, so that a bug can be planted", right, file)
                .hasSize(2);
        return new Mutant(MemoryCompiler.compile(type, source.replace(right, wrong)));
    }

    /** The folder of the whole project: told by the build, or found above the present one. */
    private static Path root() {
        Path told = Path.of(System.getProperty("dflockd.root", "")).toAbsolutePath();
        return Stream.iterate(told, Objects::nonNull, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(SOURCES)))
                .findFirst()
                .orElseThrow();
    }

    /** The first of the seeds whose history goes wrong. */
    OptionalLong firstFailingSeed(long seeds, int steps) throws ReflectiveOperationException {
        return firstFailingSeed(Simulation.class, seeds, steps);
    }

    /** The first of the seeds whose history of a cluster goes wrong. */
    OptionalLong firstFailingClusterSeed(long seeds, int steps) throws ReflectiveOperationException {
        return firstFailingSeed(ClusterSimulation.class, seeds, steps);
    }

    private OptionalLong firstFailingSeed(Class<?> simulation, long seeds, int steps)
            throws ReflectiveOperationException {
        Method run = loadClass(simulation.getName()).getMethod("run", long.class, int.class);
        return LongStream.rangeClosed(1, seeds)
                .filter(seed -> fails(run, seed, steps))
                .findFirst();
    }

    private static boolean fails(Method run, long seed, int steps) {
        try {
            run.invoke(null, seed, steps);
            return false;
        } catch (InvocationTargetException failure) {
            assertThat(String.valueOf(failure.getCause())).startsWith(SimulationFailure.class.getName());
            return true;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            return RELOADED.matcher(name).matches() ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = changed.containsKey(name) ? changed.get(name) : original(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] original(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
