package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.concurrent.Asynchronous;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OtherThreadTest {

    @SuppressWarnings("unused")
    static class Handlers {

        @Incoming("a")
        public void plain(String payload) {}

        @Incoming("a")
        @Asynchronous
        public void concurrent(String payload) {}

        @Incoming("a")
        @jakarta.ejb.Asynchronous
        public void enterprise(String payload) {}

        @Incoming("a")
        @Asynchronous
        public CompletionStage<Void> stage(String payload) {
            return null;
        }
    }

    @Asynchronous
    static class WholeClass {

        @Incoming("a")
        public void plain(String payload) {}
    }

    /** The methods of an enterprise bean have the annotation of the class in which they are. */
    @jakarta.ejb.Asynchronous
    static class Base {

        @Incoming("a")
        public void inherited(String payload) {}
    }

    static class Derived extends Base {}

    private static Optional<String> problem(Class<?> bean, String name) {
        Method method = Arrays.stream(bean.getMethods()).filter(it -> it.getName().equals(name)).findFirst()
                .orElseThrow();
        return OtherThread.problem(bean, method);
    }

    @Test
    void a_handler_that_would_end_after_its_task_is_refused() {
        assertThat(problem(Handlers.class, "concurrent")).get().asString().startsWith(
                "Handlers.concurrent has @jakarta.enterprise.concurrent.Asynchronous, and returns void: its call");
        assertThat(problem(Handlers.class, "enterprise")).get().asString()
                .startsWith("Handlers.enterprise has @jakarta.ejb.Asynchronous");
        assertThat(problem(WholeClass.class, "plain")).isPresent();
        assertThat(problem(Derived.class, "inherited")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = { "plain", "stage" })
    void another_one_is_not(String name) {
        assertThat(problem(Handlers.class, name)).isEmpty();
    }
}
