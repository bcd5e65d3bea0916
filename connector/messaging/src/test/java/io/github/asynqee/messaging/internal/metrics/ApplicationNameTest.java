package io.github.asynqee.messaging.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;

import jakarta.servlet.ServletContext;

import org.junit.jupiter.api.Test;

/** The application's name if it has no name in JNDI. */
class ApplicationNameTest {

    private static ServletContext context(String path) {
        return (ServletContext) Proxy.newProxyInstance(ServletContext.class.getClassLoader(),
                new Class<?>[]{ ServletContext.class }, (proxy, method, arguments) -> path);
    }

    @Test
    void is_the_context_root_of_the_application() {
        assertThat(ApplicationName.of(context("/shop"))).isEqualTo("shop");
    }

    @Test
    void is_general_for_the_root_context_and_without_servlets() {
        assertThat(ApplicationName.of(context(""))).isEqualTo("application");
        assertThat(ApplicationName.of("payload")).isEqualTo("application");
    }
}
