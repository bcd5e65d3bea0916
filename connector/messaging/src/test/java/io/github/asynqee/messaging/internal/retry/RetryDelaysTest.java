package io.github.asynqee.messaging.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

class RetryDelaysTest {

    private static final String DELAY = "mp.messaging.incoming.transfers.retry-delay";
    private static final Map<String, List<RetryDelay>> BEANS = Map.of(
            "bank", List.of((retried, error, task) -> Duration.ofSeconds(100 + retried)),
            "twice", List.of(RetryDelay.fixed(Duration.ZERO), RetryDelay.fixed(Duration.ZERO)));

    private static ApplicationConfig config(String delay) {
        return ApplicationConfig
                .read(MapConfig.of("mp.messaging.incoming.transfers.connector", "asynq", DELAY, delay)).config();
    }

    private static RetryDelay bound(String delay) {
        return new RetryDelays(name -> BEANS.getOrDefault(name, List.of()).size(), name -> BEANS.get(name).get(0))
                .bind(config(delay)).incoming().get("transfers").tasks().policy()
                .retryDelay();
    }

    private static TaskInfo task(Map<String, String> headers) {
        return TaskMessage.builder("transfer", "t1", "default").headers(headers).build().toInfo(TaskState.ACTIVE, null);
    }

    private static Duration delay(RetryDelay delay, Map<String, String> headers) {
        return delay.delay(2, new Exception("boom"), task(headers));
    }

    @Test
    void a_channel_names_a_bean() {
        assertThat(delay(bound("bean:bank"), Map.of())).hasSeconds(102);
        assertThat(delay(bound("bean:bank~10%"), Map.of())).isBetween(Duration.ofMillis(91_800),
                Duration.ofMillis(112_200));
        assertThat(delay(bound("7s"), Map.of("tenant", "a"))).hasSeconds(7);
    }

    @Test
    void a_header_of_a_task_wins() {
        RetryDelay delay = bound("7s");

        assertThat(delay(delay, Map.of("retry-delay", "1m"))).hasMinutes(1);
        assertThat(delay(delay, Map.of("retry-delay", " exponential:1s..1h "))).hasSeconds(4);
        assertThat(delay(delay, Map.of("retry-delay", "bean:bank"))).hasSeconds(102);
    }

    @Test
    void a_header_that_is_invalid_is_reported_and_the_channels_delay_is_used() {
        RetryDelay delay = bound("7s");
        try (RecordedLog log = new RecordedLog(TaskRetryDelay.class)) {
            assertThat(delay(delay, Map.of("retry-delay", "soon"))).hasSeconds(7);
            assertThat(delay(delay, Map.of("retry-delay", "bean:shop"))).hasSeconds(7);
            assertThat(delay(delay, Map.of("retry-delay", "bean:twice"))).hasSeconds(7);
            assertThat(delay(delay, Map.of("retry-delay", "x".repeat(10_000)))).hasSeconds(7);

            assertThat(log.lines()).hasSize(4);
            assertThat(log.lines().get(0)).contains("task t1 of queue default", "retry-delay=soon",
                    "exponential:1s..1h");
            assertThat(log.lines().get(1)).contains("no bean", "RetryDelay", "@Named(\"shop\")");
            assertThat(log.lines().get(2)).contains("several beans", "@Named(\"twice\")");
            assertThat(log.lines().get(3)).hasSizeLessThan(500);
        }
    }

    @Test
    void a_bean_that_is_missing_or_ambiguous_fails_the_deployment() {
        assertThat(RetryDelays.check(config("bean:bank"), name -> 1)).isEmpty();
        assertThat(RetryDelays.check(config("1s"), name -> 0)).isEmpty();
        assertThat(RetryDelays.check(config("bean:shop"), name -> 0)).singleElement()
                .satisfies(problem -> assertThat(problem).hasMessageContaining(DELAY + "=bean:shop")
                        .hasMessageContaining("no bean"));
        assertThat(RetryDelays.check(config("bean:twice"), name -> 2)).singleElement()
                .satisfies(problem -> assertThat(problem).hasMessageContaining("several beans"));
    }
}
