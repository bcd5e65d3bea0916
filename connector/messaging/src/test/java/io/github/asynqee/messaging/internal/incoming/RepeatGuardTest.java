package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.asynqee.messaging.HandlerCall;
import io.github.asynqee.messaging.internal.cdi.RepeatGuard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RepeatGuardTest {

    private final RepeatGuard guard = new RepeatGuard();
    private boolean cancelled;
    private int calls;

    private final LaneMessage<String> message = new LaneMessage<>(null, "payload", LaneMessage.AckCompletion.WRITTEN,
            "test") {
        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    };

    @AfterEach
    void clear() {
        LaneMessage.current(null);
    }

    private HandlerCall call(Object argument) {
        return new HandlerCall(null, argument, () -> ++calls);
    }

    @Test
    void a_handler_is_called_again_while_its_attempt_goes_on() throws Exception {
        HandlerCall call = call(message);

        guard.guard(call);
        assertThat(guard.guard(call)).isEqualTo(2);
    }

    @Test
    void a_handler_is_not_called_again_when_its_attempt_is_over() throws Exception {
        HandlerCall call = call(message);
        guard.guard(call);

        cancelled = true;

        assertThatThrownBy(() -> guard.guard(call)).isInstanceOf(Error.class).hasMessageContaining("not called again");
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void the_attempt_of_a_payload_is_that_of_the_thread() throws Exception {
        LaneMessage.current(message);
        HandlerCall call = call("payload");
        guard.guard(call);

        cancelled = true;

        assertThatThrownBy(() -> guard.guard(call)).isInstanceOf(Error.class);
    }

    @Test
    void the_first_call_is_always_made() throws Exception {
        cancelled = true;

        assertThat(guard.guard(call(message))).isEqualTo(1);
    }

    @Test
    void a_call_by_the_application_is_repeated() throws Exception {
        HandlerCall call = call("payload");
        guard.guard(call);

        assertThat(guard.guard(call)).isEqualTo(2);
    }
}
