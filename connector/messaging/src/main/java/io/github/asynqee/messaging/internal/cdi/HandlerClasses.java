package io.github.asynqee.messaging.internal.cdi;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes classes beside the application's handlers visible to the context class loader. On WildFly that of an EAR does not see
 * the classes of its WARs.
 */
final class HandlerClasses {

    private final Set<ClassLoader> loaders = new LinkedHashSet<>();

    /** Includes the classes that a handler sees. */
    synchronized void include(Class<?> handler) {
        loaders.add(handler.getClassLoader());
    }

    /** Runs something to which all included classes are visible. */
    <T> T visible(Supplier<T> work) {
        Thread thread = Thread.currentThread();
        ClassLoader application = thread.getContextClassLoader();
        thread.setContextClassLoader(new OfAll(application, loaders()));
        try {
            return work.get();
        } finally {
            thread.setContextClassLoader(application);
        }
    }

    private synchronized Set<ClassLoader> loaders() {
        return Set.copyOf(loaders);
    }

    private static final class OfAll extends ClassLoader {

        private final Set<ClassLoader> others;

        OfAll(ClassLoader application, Set<ClassLoader> others) {
            super(application);
            this.others = others;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            for (ClassLoader other : others) {
                try {
                    return other.loadClass(name);
                } catch (ClassNotFoundException e) {
                    // the next one may have it
                    continue;
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
