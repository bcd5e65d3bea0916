package io.github.asynqee.messaging.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import org.junit.jupiter.api.Test;

/** A module of an EAR has classes that the class loader of the EAR does not see. */
class HandlerClassesTest {

    /** In a module. */
    static final class OutOfStock extends Exception {

        private static final long serialVersionUID = 1L;
    }

    private final HandlerClasses classes = new HandlerClasses();

    private static boolean isVisible(String name) {
        try {
            Class.forName(name, false, Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** The class, defined once more by a class loader that is not the context class loader. */
    private static Class<?> inModule(Class<?> type) {
        ClassLoader module = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                try (InputStream file = type.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] code = file.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        try {
            return module.loadClass(type.getName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void classes_of_modules_are_visible_while_the_configuration_is_read() {
        Thread thread = Thread.currentThread();
        ClassLoader application = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            classes.include(inModule(HandlerClassesTest.class));

            assertThat(isVisible(OutOfStock.class.getName())).isFalse();
            assertThat(classes.visible(() -> isVisible(OutOfStock.class.getName()))).isTrue();
            assertThat(thread.getContextClassLoader()).isSameAs(ClassLoader.getPlatformClassLoader());
        } finally {
            thread.setContextClassLoader(application);
        }
    }

    @Test
    void a_class_that_no_module_has_is_reported() {
        classes.include(HandlerClassesTest.class);

        assertThat(classes.<Boolean>visible(() -> isVisible("com.example.Missing"))).isFalse();
    }
}
