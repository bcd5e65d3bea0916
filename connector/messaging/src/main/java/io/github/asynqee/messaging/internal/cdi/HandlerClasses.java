package io.github.asynqee.messaging.internal.cdi;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the classes of the handlers' modules visible to the context class loader. On WildFly, the class loader of an
 * EAR does not see the classes of its WARs.
 */
final class HandlerClasses {

    private final Set<ClassLoader> loaders = new LinkedHashSet<>();

    /** Includes the class loader of a handler. */
    synchronized void include(Class<?> handler) {
        loaders.add(handler.getClassLoader());
    }

    /** Runs work with a context class loader that sees all included classes. */
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
                    // the next class loader may have the class
                    continue;
                }
            }
            throw new ClassNotFoundException(name);
        }
    }
}
