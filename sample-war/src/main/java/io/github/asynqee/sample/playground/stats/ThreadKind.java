package io.github.asynqee.sample.playground.stats;

import java.lang.reflect.Method;

/** What kind of thread this is: platform or virtual, and its name without its number. */
public final class ThreadKind {

    private static final Method IS_VIRTUAL = isVirtual();

    private ThreadKind() {}

    public static String ofCurrent() {
        Thread thread = Thread.currentThread();
        return (virtual(thread) ? "virtual " : "platform ") + thread.getName().replaceFirst("[-#\\s]*\\d+$", "");
    }

    private static boolean virtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invoke(thread);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code Thread.isVirtual()}, which came with Java 21. */
    private static Method isVirtual() {
        try {
            return Thread.class.getMethod("isVirtual");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
