package io.dflockd.simulation;

import io.dflockd.cluster.machine.ReplicatedMachine;
import io.dflockd.engine.Engine;
import io.dflockd.protocol.Key;
import io.dflockd.testkit.Project;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles a changed source of the engine against the engine's other classes; nothing touches the disk. */
final class MemoryCompiler extends ForwardingJavaFileManager<JavaFileManager> {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    private MemoryCompiler() {
        super(COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8));
    }

    /** The classes that come out of the source of a type, by name. */
    static Map<String, byte[]> compile(String type, String source) {
        MemoryCompiler files = new MemoryCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", classPath());
        var task = COMPILER.getTask(complaints, files, null, options, null, List.of(new Source(type, source)));
        if (!task.call()) {
            throw new IllegalArgumentException("the changed " + type + " does not compile:\n" + complaints);
        }
        Map<String, byte[]> classes = new HashMap<>();
        files.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }

    private static String classPath() {
        List<String> places = new ArrayList<>();
        for (Class<?> each : List.of(Engine.class, Key.class, ReplicatedMachine.class, Nullable.class)) {
            places.add(Project.locationOf(each).toString());
        }
        return String.join(File.pathSeparator, places);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        written.put(name, bytes);
        return new Output(name, bytes);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String type, String text) {
            super(URI.create("memory:///" + type + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes;

        Output(String name, ByteArrayOutputStream bytes) {
            super(URI.create("memory:///" + name + ".class"), Kind.CLASS);
            this.bytes = bytes;
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }
}
