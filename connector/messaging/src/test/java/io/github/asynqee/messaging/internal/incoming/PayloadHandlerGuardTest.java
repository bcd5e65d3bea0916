package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.messaging.HandlerCall;
import io.github.asynqee.messaging.internal.cdi.HandlerGuard;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler that takes the payload; its message is the current message of the thread. */
class PayloadHandlerGuardTest {

    private final HandlerGuard guard = new HandlerGuard();
    private final List<String> settled = new ArrayList<>();

    @SuppressWarnings("unused")
    interface Handlers {

        @Incoming("test")
        void plain(String payload);

        @Incoming("other")
        void other(String payload);

        @Incoming("test")
        CompletionStage<Void> stage(String payload);
    }

    @BeforeEach
    void runHandler() {
        LaneMessage.current(message());
    }

    @AfterEach
    void clear() {
        LaneMessage.current(null);
    }

    private Message<?> message() {
        return new LaneMessage<>(null, "payload", LaneMessage.AckCompletion.WRITTEN, "test") {
            @Override
            public CompletionStage<Void> ack() {
                settled.add("ack");
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletionStage<Void> nack(Throwable reason) {
                settled.add("nack " + reason.getMessage());
                return CompletableFuture.completedFuture(null);
            }
        };
    }

    private Object call(String name, Callable<Object> handler) throws Exception {
        return guard.guard(new HandlerCall(Arrays.stream(Handlers.class.getMethods())
                .filter(method -> method.getName().equals(name)).findAny().orElseThrow(), "payload", handler));
    }

    private static Object boom() throws IOException {
        throw new IOException("boom");
    }

    @Test
    void a_handler_that_throws_fails_its_task_and_seems_to_return_normally() throws Exception {
        assertThat(call("plain", PayloadHandlerGuardTest::boom)).isNull();
        assertThat(settled).containsExactly("nack boom");
    }

    @Test
    void a_handler_that_succeeds_is_acknowledged_by_the_runtime() throws Exception {
        assertThat(call("plain", () -> null)).isNull();
        assertThat(settled).isEmpty();
    }

    @Test
    void a_stage_that_fails_completes_for_the_runtime_and_its_task_fails() throws Exception {
        CompletableFuture<Void> work = new CompletableFuture<>();
        CompletableFuture<?> returned = ((CompletionStage<?>) call("stage", () -> work)).toCompletableFuture();
        assertThat(returned).isNotDone();

        work.completeExceptionally(new IOException("later"));

        assertThat(returned).isCompletedWithValue(null);
        assertThat(settled).containsExactly("nack later");
    }

    @Test
    void a_call_by_the_application_is_not_guarded() throws Exception {
        call("plain", () -> {
            assertThatThrownBy(() -> call("plain", PayloadHandlerGuardTest::boom)).hasMessage("boom");
            return null;
        });

        assertThat(settled).isEmpty();
    }

    @Test
    void a_handler_of_another_channel_is_not_guarded() {
        assertThatThrownBy(() -> call("other", PayloadHandlerGuardTest::boom)).hasMessage("boom");

        assertThat(settled).isEmpty();
    }
}
