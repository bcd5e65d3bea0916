package io.github.asynqee.sample.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemindersTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final Task<String> reminder = Task.of("reminder:send", "order 42").processIn(Duration.ofHours(24))
            .unique(Duration.ofHours(24));

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @Test
    void a_reminder_is_scheduled() {
        try (AsynqClient client = Asynq.connect(REDIS.url())) {
            assertThat(client.enqueue(reminder).state()).isEqualTo(TaskState.SCHEDULED);
        }
    }

    @Test
    void a_second_reminder_of_an_order_is_refused() {
        try (AsynqClient client = Asynq.connect(REDIS.url())) {
            client.enqueue(reminder);

            assertThatThrownBy(() -> client.enqueue(reminder)).isInstanceOf(DuplicateTaskException.class);
        }
    }
}
