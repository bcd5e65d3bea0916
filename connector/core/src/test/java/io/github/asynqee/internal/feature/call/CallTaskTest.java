package io.github.asynqee.internal.feature.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallTaskTest {

    private static final Instant SECOND = Instant.parse("2030-01-01T00:00:00Z");

    static Stream<Duration> from_100_ms_to_3_s() {
        return IntStream.rangeClosed(1, 30).mapToObj(tenths -> Duration.ofMillis(tenths * 100L));
    }

    private static Instant end(Task<?> called, Instant begun) {
        TaskOptions options = called.options();
        return TaskMessage.builder("t", "i", "q")
                .timeout(options.timeout() == null ? Duration.ZERO : options.timeout()).deadline(options.deadline())
                .build().deadlineFrom(begun);
    }

    @ParameterizedTest
    @MethodSource("from_100_ms_to_3_s")
    void an_attempt_may_run_until_the_time_out_of_its_call_and_a_second_longer_at_most(Duration timeout) {
        for (int part = 0; part < 1_000; part += 33) {
            Instant called = SECOND.plusMillis(part);
            Instant end = end(CallTask.of(Task.of("t", "x"), timeout, called).task(), called.plusMillis(5));

            assertThat(end).isBetween(called.plus(timeout), called.plus(timeout).plusSeconds(1));
        }
    }

    @ParameterizedTest
    @MethodSource("from_100_ms_to_3_s")
    void a_shorter_timeout_of_the_task_is_not_shortened_by_the_call(Duration timeout) {
        Duration own = Duration.ofSeconds(timeout.toSeconds() + 1);
        for (int part = 0; part < 1_000; part += 33) {
            Instant called = SECOND.plusMillis(part);
            Task<?> task = Task.of("t", "x").timeout(own);
            Instant end = end(CallTask.of(task, Duration.ofMinutes(1), called).task(), called);

            assertThat(end).isBetween(called.plus(own), called.plus(own).plusSeconds(1));
        }
    }
}
