package io.github.asynqee.messaging.internal.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RedisTest
class DeadLetterChannelTest {

    private final String graveyard = "graveyard-" + UUID.randomUUID();
    private Broker broker;
    private DefaultAsynqClient client;
    private DeadLetterChannel letters;

    @BeforeEach
    void connect(EmbeddedRedis redis) {
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.of(broker);
        letters = new DeadLetterChannel(channel(redis, Duration.ZERO), client);
    }

    private OutgoingConfig channel(EmbeddedRedis redis, Duration uniqueFor) {
        TaskOptions.Builder options = TaskOptions.builder().queue(graveyard).maxRetry(2);
        return new OutgoingConfig("letters", redis.url(), "letters:type",
                uniqueFor.isZero() ? options.build() : options.uniqueFor(uniqueFor).build());
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    private static TaskMessage failed(String id, int retried) {
        return TaskMessage.builder("mail:send", id, "default").payload(new byte[]{ 0, 1, (byte) 0xff }).maxRetry(3)
                .retried(retried).headers(Map.of("tenant", "a")).build();
    }

    private List<TaskMessage> stored() {
        return broker.workerCommands().dequeue(graveyard, 10).leases().stream().map(Lease::message).toList();
    }

    private void send(TaskMessage task, String error) throws Exception {
        letters.send(task, error).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void a_letter_says_what_the_task_was_and_why_it_failed() throws Exception {
        send(failed("t1", 3), "boom \ud800 and more");

        TaskMessage letter = stored().get(0);
        assertThat(letter.type()).isEqualTo("letters:type");
        assertThat(letter.maxRetry()).isEqualTo(2);
        assertThat(letter.payload()).containsExactly(0, 1, 0xff);
        assertThat(letter.headers()).isEqualTo(Map.of("tenant", "a", "dead-letter-id", "t1", "dead-letter-queue",
                "default", "dead-letter-type", "mail:send", "dead-letter-retried", "3", "dead-letter-error",
                "boom \ufffd and more"));
    }

    @Test
    void a_letter_that_is_sent_twice_is_one_but_a_later_attempt_has_its_own() throws Exception {
        send(failed("t1", 3), "boom");
        send(failed("t1", 3), "boom");
        send(failed("t1", 3).failed("boom", Instant.ofEpochSecond(2_000_000_000), false), "boom again");
        send(failed("t2", 3), "boom");

        assertThat(stored()).extracting(letter -> letter.headers().get("dead-letter-id"))
                .containsExactly("t1", "t1", "t2");
    }

    @Test
    void of_a_letter_that_failed_no_letter_is_sent() throws Exception {
        send(failed("t1", 3), "boom");

        send(stored().get(0), "boom");

        assertThat(stored()).isEmpty();
    }

    @Test
    void a_letter_that_is_refused_fails_with_the_reason(EmbeddedRedis redis) throws Exception {
        letters = new DeadLetterChannel(channel(redis, Duration.ofHours(1)), client);
        send(failed("t1", 3), "boom");

        assertThatThrownBy(() -> letters.send(failed("t2", 3), "boom").toCompletableFuture().join())
                .isInstanceOf(CompletionException.class).hasMessageContaining("task already exists");
    }
}
