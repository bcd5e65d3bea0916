package io.github.asynqee.transactions.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import jakarta.ejb.Stateless;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InboxHandlerTest {

    private static Optional<String> problem(Class<?> bean, String name) {
        Method method = Arrays.stream(bean.getDeclaredMethods()).filter(it -> it.getName().equals(name)).findFirst()
                .orElseThrow();
        return InboxHandler.problem(bean, method);
    }

    @ParameterizedTest
    @CsvSource({ "payload", "required", "mandatory", "limited" })
    void a_handler_that_has_done_everything_when_it_returns(String name) {
        assertThat(problem(Handlers.class, name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "stage, returns a value", "message, acknowledges its tasks itself",
            "before, acknowledges its tasks itself", "group, takes a collection",
            "requiresNew, is @Transactional(REQUIRES_NEW)", "notSupported, is @Transactional(NOT_SUPPORTED)",
            "hidden, cannot be intercepted", "repeated, has @Retry", "replaced, has @Fallback" })
    void another_handler(String name, String problem) {
        assertThat(problem(Handlers.class, name)).get().asString().startsWith(problem);
    }

    @Test
    void the_transaction_of_the_class_counts() {
        assertThat(problem(Never.class, "payload")).get().asString().startsWith("is @Transactional(NEVER)");
    }

    @Test
    void an_enterprise_bean_has_begun_its_transaction_before() {
        assertThat(problem(Enterprise.class, "payload")).get().asString()
                .startsWith("is a method of an enterprise bean");
    }

    static class Handlers {

        @Incoming("a")
        public void payload(String payload) {}

        @Incoming("a")
        @Transactional
        public void required(String payload) {}

        @Incoming("a")
        @Transactional(TxType.MANDATORY)
        public void mandatory(String payload) {}

        @Incoming("a")
        public CompletionStage<Void> stage(String payload) {
            return null;
        }

        @Incoming("a")
        public void message(Message<String> message) {}

        @Incoming("a")
        @Acknowledgment(Strategy.PRE_PROCESSING)
        public void before(String payload) {}

        @Incoming("a")
        public void group(List<String> payloads) {}

        @Incoming("a")
        @Transactional(TxType.REQUIRES_NEW)
        public void requiresNew(String payload) {}

        @Incoming("a")
        @Transactional(TxType.NOT_SUPPORTED)
        public void notSupported(String payload) {}

        @Incoming("a")
        @Timeout
        @CircuitBreaker
        @Bulkhead
        public void limited(String payload) {}

        @Incoming("a")
        @Retry
        @Timeout
        public void repeated(String payload) {}

        @Incoming("a")
        @Fallback(fallbackMethod = "limited")
        public void replaced(String payload) {}

        @Incoming("a")
        private void hidden(String payload) {}
    }

    @Transactional(TxType.NEVER)
    static class Never {

        @Incoming("a")
        public void payload(String payload) {}
    }

    @Stateless
    static class Enterprise {

        @Incoming("a")
        public void payload(String payload) {}
    }
}
