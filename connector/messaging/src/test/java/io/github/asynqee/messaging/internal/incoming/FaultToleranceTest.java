package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultToleranceTest {

    @SuppressWarnings("unused")
    static class Handlers {

        @Incoming("a")
        public void plain(String payload) {}

        @Incoming("a")
        @Retry
        public void repeated(String payload) {}

        @Incoming("a")
        @Asynchronous
        @Timeout
        public CompletionStage<Void> asynchronous(String payload) {
            return null;
        }

        @Incoming("a")
        @Retry
        public CompletionStage<Void> message(Message<String> message) {
            return null;
        }

        @Incoming("a")
        @Asynchronous
        public void wrong(String payload) {}

        @Incoming("a")
        @Fallback(fallbackMethod = "plain")
        public void replaced(String payload) {}

        @Incoming("a")
        @Fallback(fallbackMethod = "asynchronous")
        public CompletionStage<Void> stage(String payload) {
            return null;
        }

        @Incoming("a")
        @Timeout
        @Retry
        public SubscriberBuilder<String, Void> stream() {
            return null;
        }

        @Incoming("a")
        @Retry
        private void hidden(String payload) {}
    }

    static final class FinalClass {

        @Incoming("a")
        @Retry
        public void repeated(String payload) {}

        @Incoming("a")
        public void plain(String payload) {}
    }

    @Retry
    static class OfClass {

        @Incoming("a")
        @Timeout
        public void limited(String payload) {}

        @Incoming("a")
        public SubscriberBuilder<String, Void> stream() {
            return null;
        }
    }

    private static Method method(Class<?> bean, String name) {
        return Arrays.stream(bean.getDeclaredMethods()).filter(it -> it.getName().equals(name)).findFirst()
                .orElseThrow();
    }

    private static Optional<String> problem(Class<?> bean, String name) {
        return FaultTolerance.problem(bean, method(bean, name));
    }

    @ParameterizedTest
    @ValueSource(strings = { "plain", "repeated", "asynchronous", "message", "replaced" })
    void works_on_handlers_that_are_called_for_each_task(String name) {
        assertThat(problem(Handlers.class, name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "wrong | Handlers.wrong has @Asynchronous, but returns void: with @Asynchronous",
            "stage | Handlers.stage has @Fallback, and returns a CompletionStage: some servers",
            "stream | Handlers.stream has @Retry, @Timeout, without effect on tasks: the method is called once",
            "hidden | Handlers.hidden has @Retry, but cannot be intercepted" })
    void is_refused_where_it_would_have_no_effect(String name, String sentence) {
        assertThat(problem(Handlers.class, name)).get().asString().startsWith(sentence);
    }

    @Test
    void a_class_that_cannot_be_intercepted_needs_no_excuse_without_annotations() {
        assertThat(problem(FinalClass.class, "repeated")).get().asString().contains("cannot be intercepted");
        assertThat(problem(FinalClass.class, "plain")).isEmpty();
        assertThat(FaultTolerance.works(FinalClass.class, method(FinalClass.class, "repeated"))).isFalse();
        assertThat(FaultTolerance.works(FinalClass.class, method(FinalClass.class, "plain"))).isFalse();
        assertThat(FaultTolerance.works(Handlers.class, method(Handlers.class, "repeated"))).isTrue();
    }

    @Test
    void annotations_of_the_class_count() {
        assertThat(FaultTolerance.of(OfClass.class, method(OfClass.class, "limited"))).containsExactly("@Retry",
                "@Timeout");
        assertThat(problem(OfClass.class, "limited")).isEmpty();
        assertThat(problem(OfClass.class, "stream")).get().asString().contains("has @Retry, without effect");
    }
}
