package io.github.asynqee.messaging.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.HandlerCall;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

class HandlerGuardTest {

    private final HandlerGuard guard = new HandlerGuard();
    private final List<String> settled = new ArrayList<>();

    interface Handlers {

        void takesPayload(String payload);

        @Acknowledgment(Strategy.NONE)
        void none(Message<String> message);

        @Acknowledgment(Strategy.NONE)
        CompletionStage<String> noneLater(Message<String> message);

        CompletionStage<Void> manual(Message<String> message);

        int number(Message<String> message);
    }

    @Test
    void what_succeeds_is_left_alone() throws Exception {
        CompletionStage<?> returned = (CompletionStage<?>) call("manual", message(),
                () -> CompletableFuture.completedFuture(null));

        assertThat(returned.toCompletableFuture()).isCompleted();
        assertThat(settled).isEmpty();
    }

    @Test
    void what_throws_fails_its_task_and_seems_to_return_nothing() throws Exception {
        Object returned = call("manual", message(), () -> {
            throw new IOException("boom");
        });

        assertThat(((CompletionStage<?>) returned).toCompletableFuture()).isCompletedWithValue(null);
        assertThat(settled).containsExactly("nack boom");
    }

    @Test
    void an_error_is_no_different() throws Exception {
        call("manual", message(), () -> {
            throw new AssertionError("broken");
        });

        assertThat(settled).containsExactly("nack broken");
    }

    @Test
    void a_stage_that_fails_fails_its_task_too() throws Exception {
        Object returned = call("manual", message(),
                () -> CompletableFuture.failedFuture(new IllegalStateException("later")));

        assertThat(((CompletionStage<?>) returned).toCompletableFuture()).isCompletedWithValue(null);
        assertThat(settled).containsExactly("nack later");
    }

    @Test
    void without_acknowledgement_a_task_is_done_when_its_handler_has_ended() throws Exception {
        call("none", message(), () -> null);
        assertThat(settled).containsExactly("ack");

        CompletableFuture<String> work = new CompletableFuture<>();
        Object returned = call("noneLater", message(), () -> work);
        assertThat(settled).hasSize(1);
        work.complete("result");
        assertThat(((CompletionStage<?>) returned).toCompletableFuture().join()).isEqualTo("result");
        assertThat(settled).containsExactly("ack", "ack");
    }

    @Test
    void a_primitive_cannot_be_nothing() {
        IOException boom = new IOException("boom");

        assertThatThrownBy(() -> call("number", message(), () -> {
            throw boom;
        })).isSameAs(boom);
        assertThat(settled).containsExactly("nack boom");
    }

    @Test
    void outside_a_lane_nothing_is_guarded() {
        IOException boom = new IOException("boom");

        assertThatThrownBy(() -> call("takesPayload", "text", () -> {
            throw boom;
        })).isSameAs(boom);
    }

    @Test
    void a_group_is_no_different() throws Exception {
        call("manual", message(AsynqGroup.class), () -> {
            throw new IOException("boom");
        });

        assertThat(settled).containsExactly("nack boom");
    }

    private AsynqMessage<?> message() {
        return message(AsynqMessage.class);
    }

    private <T> T message(Class<T> type) {
        return proxy(type, (self, method, arguments) -> switch (method.getName()) {
            case "ack" -> settle("ack");
            case "nack" -> settle("nack " + ((Throwable) arguments[0]).getMessage());
            case "toString" -> "message";
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private CompletionStage<Void> settle(String what) {
        settled.add(what);
        return CompletableFuture.completedFuture(null);
    }

    private Object call(String name, Object argument, Callable<Object> handler) throws Exception {
        Method called = Arrays.stream(Handlers.class.getMethods()).filter(method -> method.getName().equals(name))
                .findAny().orElseThrow();
        return guard.guard(new HandlerCall(called, argument, handler));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, handler));
    }
}
