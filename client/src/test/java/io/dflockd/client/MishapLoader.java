package io.dflockd.client;

import io.dflockd.client.transport.Steps;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loads the client and its tests once more, and the client in such a way that it tells {@link Mishap} of every call. */
final class MishapLoader extends Reloader {
    /** The net that catches what is thrown. To call one of these is only to begin what it was given. */
    private static final Set<String> NET = Set.of(
            Type.getInternalName(Steps.class),
            Type.getInternalName(Steps.Step.class),
            Type.getInternalName(Runnable.class));

    @Override
    boolean isShared(String name) {
        return name.equals(Mishap.class.getName()) || name.equals(Mishap.Thrown.class.getName());
    }

    @Override
    byte[] changed(byte[] mainClass) {
        ClassReader reader = new ClassReader(mainClass);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        String simpleName = reader.getClassName().replaceAll(".*/", "");
        reader.accept(new Stepping(writer, simpleName), 0);
        return writer.toByteArray();
    }

    /** Steps before every call and every lambda. */
    private static final class Stepping extends ClassVisitor {
        private final String type;

        Stepping(ClassVisitor original, String type) {
            super(Opcodes.ASM9, original);
            this.type = type;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean happensOnce = name.equals("<clinit>");
            return happensOnce ? method : new SteppingMethod(method, type + "." + name);
        }
    }

    private static final class SteppingMethod extends MethodVisitor {
        private final String method;
        private int line;
        private int ofLine;

        SteppingMethod(MethodVisitor original, String method) {
            super(Opcodes.ASM9, original);
            this.method = method;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        private void step() {
            super.visitLdcInsn(method + ":" + line + " #" + ++ofLine);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, Type.getInternalName(Mishap.class), "step", "(Ljava/lang/String;)V", false);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (!NET.contains(owner)) {
                step();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            step();
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }
    }
}
