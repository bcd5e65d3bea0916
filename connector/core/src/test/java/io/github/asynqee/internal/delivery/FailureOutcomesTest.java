package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.RetryAfterException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.FailureLogging;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureOutcomesTest {

    private static final Instant NOW = Instant.ofEpochSecond(2_000_000_000, 5);
    private static final FailurePolicy POLICY = FailurePolicy
            .of((retried, error, task) -> Duration.ofSeconds(10 + retried));

    private final FailureOutcomes rules = new FailureOutcomes(ManualClock.startingAt(NOW));

    private static TaskMessage task(int retried, int maxRetry) {
        return TaskMessage.builder("t", "i", "q").retried(retried).maxRetry(maxRetry).build();
    }

    private Outcome failure(int retried, int maxRetry, Throwable error) {
        return rules.failure(task(retried, maxRetry), error, POLICY, false);
    }

    @ParameterizedTest
    @CsvSource({ "0, 3", "2, 3", "24, 25" })
    void a_failed_task_is_tried_again(int retried, int maxRetry) {
        assertThat(failure(retried, maxRetry, new Exception("boom")))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(10 + retried), "boom", true));
    }

    @Test
    void an_error_that_asks_for_a_time_uses_no_retry_and_closes_the_key_of_a_limited_task() {
        Throwable error = new IllegalStateException(new RetryAfterException(Duration.ofSeconds(30), "429", null));

        assertThat(rules.failure(task(3, 3), error, POLICY, false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(30), error.getMessage(), false));
        assertThat(rules.failure(task(3, 3), error, POLICY, true))
                .isEqualTo(new Outcome.Requeue(Duration.ofSeconds(30)));
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void an_error_that_asks_for_a_time_after_the_last_retry_archives_the_task(boolean limited) {
        TaskMessage message = retriedUntil(NOW.plusSeconds(30).toString());

        assertThat(rules.failure(message, new RetryAfterException(Duration.ofSeconds(31)), POLICY, limited))
                .isEqualTo(new Outcome.Archive("retry after PT31S"));
        assertThat(rules.failure(message, new RetryAfterException(Duration.ofSeconds(30)), POLICY, limited))
                .isNotInstanceOf(Outcome.Archive.class);
    }

    @Test
    void a_payload_that_cannot_be_restored_yet_waits_by_any_rules_of_the_channel() {
        Predicate<Throwable> all = error -> true;
        Throwable error = PayloadCodec.NotYetException.because(PayloadCodec.Problem.KEY, "no key",
                new IllegalStateException("sealed"));

        assertThat(rules.failure(task(0, 3), error, new FailurePolicy(POLICY.retryDelay(), all, all, other -> false),
                false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(10), "no key", false));
    }

    @Test
    void a_payload_that_is_lost_uses_up_the_retries_by_any_rules_of_the_channel() {
        Predicate<Throwable> all = error -> true;
        Throwable error = new PayloadCodec.UnreadException("lost");
        FailurePolicy policy = new FailurePolicy(POLICY.retryDelay(), all, all, other -> false);

        assertThat(rules.failure(task(0, 3), error, policy, false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(10), "lost", true));
        assertThat(rules.failure(task(3, 3), error, policy, false)).isEqualTo(new Outcome.Archive("lost"));
    }

    @Test
    void the_delay_is_computed_from_the_task() {
        FailurePolicy byType = FailurePolicy.of((retried, error, task) -> Duration.ofSeconds(
                task.type().equals("t") && task.id().equals("i") && task.state() == TaskState.ACTIVE ? 7 : 1));

        assertThat(rules.failure(task(1, 3), new Exception("boom"), byType, false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(7), "boom", true));
    }

    @ParameterizedTest
    @CsvSource({ "0, 0", "3, 3", "4, 3" })
    void a_task_without_retries_left_is_archived(int retried, int maxRetry) {
        assertThat(failure(retried, maxRetry, new Exception("boom"))).isEqualTo(new Outcome.Archive("boom"));
    }

    @Test
    void skip_retry_archives_at_once() {
        assertThat(failure(0, 3, new SkipRetryException("never"))).isEqualTo(new Outcome.Archive("never"));
        assertThat(failure(0, 3, new SkipRetryException()))
                .isEqualTo(new Outcome.Archive("skip retry for the task"));
        assertThat(failure(0, 3, new Exception("outer", new SkipRetryException())))
                .isEqualTo(new Outcome.Archive("outer"));
    }

    @Test
    void an_exception_whose_message_cannot_be_read_is_named_by_its_class() {
        class Unreadable extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        }
        FailurePolicy reading = new FailurePolicy((retried, error, task) -> {
            throw new AssertionError(error.getMessage());
        }, error -> error.getMessage().isEmpty(), error -> error.getMessage().isEmpty(),
                error -> error.getMessage().isEmpty(), FailureLogging.NONE);

        assertThat(failure(3, 3, new Unreadable())).isEqualTo(new Outcome.Archive(Unreadable.class.getName()));
        assertThat(rules.failure(task(0, 3), new Unreadable(), reading, false))
                .isInstanceOfSatisfying(Outcome.Retry.class,
                        retry -> assertThat(retry.error()).isEqualTo(Unreadable.class.getName()));
    }

    @Test
    void revoke_wins_over_everything() {
        assertThat(failure(0, 3, new RevokeTaskException())).isEqualTo(new Outcome.Revoke());
        assertThat(failure(3, 3, new Exception(new RevokeTaskException()))).isEqualTo(new Outcome.Revoke());
        assertThat(failure(0, 3, new SkipRetryException("x", new RevokeTaskException())))
                .isEqualTo(new Outcome.Revoke());
    }

    @Test
    void what_is_no_failure_does_not_count_but_ends_at_the_limit() {
        assertThat(failure(1, 3, new NotAFailureException("busy")))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(11), "busy", false));
        assertThat(failure(3, 3, new NotAFailureException("busy"))).isEqualTo(new Outcome.Archive("busy"));
    }

    @Test
    void a_policy_may_name_other_exceptions() {
        FailurePolicy own = new FailurePolicy(RetryDelay.fixed(Duration.ZERO),
                IllegalArgumentException.class::isInstance,
                IllegalStateException.class::isInstance, ArithmeticException.class::isInstance);

        assertThat(rules.failure(task(0, 3), new RuntimeException(new IllegalArgumentException("bad")), own, false))
                .isInstanceOf(Outcome.Archive.class);
        assertThat(rules.failure(task(0, 3), new IllegalStateException(), own, false)).isEqualTo(new Outcome.Revoke());
        assertThat(rules.failure(task(0, 3), new ArithmeticException("busy"), own, false))
                .isEqualTo(new Outcome.Retry(NOW, "busy", false));
        assertThat(rules.failure(task(0, 3), new RevokeTaskException(), own, false)).isEqualTo(new Outcome.Revoke());
        assertThat(rules.failure(task(0, 3), new SkipRetryException(), own, false)).isInstanceOf(Outcome.Archive.class);
    }

    @Test
    void an_error_without_a_message_is_stored_with_its_type() {
        assertThat(failure(3, 3, new NullPointerException()))
                .isEqualTo(new Outcome.Archive("java.lang.NullPointerException"));
        assertThat(failure(3, 3, new StackOverflowError()))
                .isEqualTo(new Outcome.Archive("java.lang.StackOverflowError"));
        assertThat(failure(3, 3, new AssertionError("1 != 2")))
                .isEqualTo(new Outcome.Archive("java.lang.AssertionError: 1 != 2"));
        assertThat(failure(3, 3, new Exception(" "))).isEqualTo(new Outcome.Archive("java.lang.Exception:  "));
    }

    @Test
    void a_circle_of_causes_is_no_trap() {
        Exception a = new Exception("a");
        a.initCause(new Exception("b", a));

        assertThat(failure(0, 3, a)).isInstanceOf(Outcome.Retry.class);
    }

    @Test
    void a_delay_that_fails_is_replaced_by_asynqs() {
        FailurePolicy broken = FailurePolicy.of((retried, error, task) -> {
            throw new IllegalStateException("defect");
        });

        assertThat(rules.failure(task(0, 3), new Exception("boom"), broken, false)).isInstanceOfSatisfying(
                Outcome.Retry.class,
                retry -> assertThat(retry.at()).isBetween(NOW.plusSeconds(15), NOW.plusSeconds(44)));
    }

    @Test
    void a_delay_that_is_missing_is_replaced_by_asynqs() {
        FailurePolicy broken = FailurePolicy.of((retried, error, task) -> null);

        assertThat(rules.failure(task(0, 3), new Exception("boom"), broken, false)).isInstanceOfSatisfying(
                Outcome.Retry.class,
                retry -> assertThat(retry.at()).isBetween(NOW.plusSeconds(15), NOW.plusSeconds(44)));
    }

    @Test
    void a_delay_may_give_a_task_up() {
        FailurePolicy once = FailurePolicy.of((retried, error, task) -> {
            throw new SkipRetryException("no more");
        });

        assertThat(rules.failure(task(0, 3), new Exception("boom"), once, false))
                .isEqualTo(new Outcome.Archive("boom"));
    }

    private static TaskMessage retriedUntil(String until) {
        return task(0, 3).toBuilder().headers(Map.of(Task.RETRY_UNTIL_HEADER, until)).build();
    }

    @Test
    void no_retry_begins_after_the_time_until_which_a_task_is_retried() {
        TaskMessage inTime = retriedUntil(NOW.plusSeconds(10).toString());
        TaskMessage tooLate = retriedUntil(NOW.plusSeconds(9).toString());

        assertThat(rules.failure(inTime, new Exception("boom"), POLICY, false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(10), "boom", true));
        assertThat(rules.failure(tooLate, new Exception("boom"), POLICY, false)).isEqualTo(new Outcome.Archive("boom"));
        assertThat(rules.failure(tooLate, new NotAFailureException("busy"), POLICY, false))
                .isEqualTo(new Outcome.Archive("busy"));
        assertThat(rules.failure(tooLate, new RevokeTaskException(), POLICY, false)).isEqualTo(new Outcome.Revoke());
    }

    @Test
    void a_time_that_cannot_be_read_limits_nothing_and_is_reported() {
        try (RecordedLog log = new RecordedLog(FailureOutcomes.class)) {
            assertThat(rules.failure(retriedUntil("tomorrow"), new Exception("boom"), POLICY, false))
                    .isInstanceOf(Outcome.Retry.class);

            assertThat(log.lines()).singleElement().asString()
                    .contains("q/i", "retry-until", "2030-12-31T23:59:59Z", "tomorrow");
        }
    }

    @Test
    void a_rule_that_fails_itself_does_not_apply() {
        Predicate<Throwable> broken = error -> {
            throw new IllegalStateException("defect");
        };
        FailurePolicy policy = new FailurePolicy(POLICY.retryDelay(), broken, broken, broken);

        assertThat(rules.failure(task(0, 3), new Exception("boom"), policy, false))
                .isEqualTo(new Outcome.Retry(NOW.plusSeconds(10), "boom", true));
        assertThat(rules.failure(task(3, 3), new Exception("boom"), policy, false))
                .isEqualTo(new Outcome.Archive("boom"));
    }

    /** Errors as an application may write them. */
    private enum Hostile {
        NO_TEXT(new Exception() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new NoClassDefFoundError("gone");
            }
        }), NO_CAUSE(new Exception("no cause") {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                throw new NoClassDefFoundError("gone");
            }
        }), CIRCLE(circle()), PLAIN(new Exception("boom"));

        private final Throwable error;

        Hostile(Throwable error) {
            this.error = error;
        }

        private static Throwable circle() {
            Exception one = new Exception("one");
            one.initCause(new Exception("other", one));
            return one;
        }
    }

    @ParameterizedTest
    @EnumSource
    void there_is_an_outcome_for_any_error_with_any_delay(Hostile hostile) {
        for (Duration delay : Arrays.asList(Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(-1), Duration.ZERO, null)) {
            FailurePolicy policy = FailurePolicy.of((retried, error, task) -> delay);

            assertThat(rules.failure(task(0, 3), hostile.error, policy, true)).as("delay %s", delay)
                    .isInstanceOfSatisfying(Outcome.Retry.class, retry -> assertThat(retry.at()).isAfterOrEqualTo(NOW));
            assertThat(rules.failure(task(3, 3), hostile.error, policy, true)).isInstanceOf(Outcome.Archive.class);
        }
    }
}
