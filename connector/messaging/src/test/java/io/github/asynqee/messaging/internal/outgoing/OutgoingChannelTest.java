package io.github.asynqee.messaging.internal.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.config.Transactional;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

@RedisTest
class OutgoingChannelTest extends OutgoingTest {

    private OutgoingChannel channel;

    @BeforeEach
    void makeChannel() {
        channel = new OutgoingChannel(new OutgoingConfig("sent", redis.url(), "sent:type",
                TaskOptions.builder().queue(queue).maxRetry(3).retention(Duration.ofHours(1)).build(),
                null, TracingMode.PARENT, Durability.MEMORY, Transactional.NONE, CodecConfig.UNCHANGED),
                payloads, client, client);
    }

    private CompletableFuture<Void> send(Object payload) {
        return send(channel, payload);
    }

    private TaskMessage stored() {
        List<Lease> leases = broker.workerCommands().dequeue(queue, 10).leases();
        assertThat(leases).hasSize(1);
        return leases.get(0).message();
    }

    @Test
    void requests_an_unlimited_number_of_messages() {
        Requests requests = new Requests();

        channel.onSubscribe(requests);

        assertThat(requests.requested).isEqualTo(Long.MAX_VALUE);
        assertThat(requests.cancelled).isFalse();
    }

    /** A subscription that sends nothing. */
    private static final class Requests implements Subscription {

        private long requested;
        private boolean cancelled;

        @Override
        public void request(long messages) {
            requested = messages;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @Test
    void a_second_stream_is_refused_while_the_first_has_not_ended() {
        Requests first = new Requests();
        Requests second = new Requests();
        Requests next = new Requests();

        channel.onSubscribe(first);
        channel.onSubscribe(second);
        channel.onComplete();
        channel.onSubscribe(next);

        assertThat(second.cancelled).isTrue();
        assertThat(second.requested).isZero();
        assertThat(first.cancelled).isFalse();
        assertThat(next.requested).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void signals_without_a_value_are_refused() {
        assertThatNullPointerException().isThrownBy(() -> channel.onSubscribe(null));
        assertThatNullPointerException().isThrownBy(() -> channel.onNext(null));
        assertThatNullPointerException().isThrownBy(() -> channel.onError(null));

        channel.onSubscribe(new Requests());
        send("good").join();
    }

    @Test
    void a_payload_becomes_a_task_with_the_channels_options() {
        send(Map.of("a", 1)).join();

        TaskMessage task = stored();
        assertThat(task.type()).isEqualTo("sent:type");
        assertThat(task.payload()).asString().isEqualTo("{\"a\":1}");
        assertThat(task.maxRetry()).isEqualTo(3);
        assertThat(task.retention()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_task_keeps_its_own_options_and_gets_the_channels_for_the_rest() {
        send(Task.of("own:type", "text").id("own-id").maxRetry(9)).join();

        TaskMessage task = stored();
        assertThat(task.type()).isEqualTo("own:type");
        assertThat(task.id()).isEqualTo("own-id");
        assertThat(task.payload()).asString().isEqualTo("text");
        assertThat(task.maxRetry()).isEqualTo(9);
        assertThat(task.retention()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_refused_task_fails_with_the_exception_that_says_why() {
        send(Task.ofPayload("x").unique(Duration.ofMinutes(1))).join();
        assertRefused(send(Task.ofPayload("x").unique(Duration.ofMinutes(1))), DuplicateTaskException.class);

        send(Task.ofPayload("y").id("same")).join();
        assertRefused(send(Task.ofPayload("z").id("same")), TaskIdConflictException.class);
    }

    @Test
    void a_payload_that_cannot_be_written_harms_only_its_message() {
        CompletableFuture<Void> bad = send(new Object() {
            @SuppressWarnings("unused")
            public String getBroken() {
                throw new IllegalStateException("no");
            }
        });

        assertRefused(bad, InvalidTaskException.class);
        send("good").join();
    }

    @Test
    void what_is_sent_after_the_end_is_refused() {
        client.close();

        assertRefused(send("late"), EnqueueException.class);
    }

    @Test
    void a_failed_ack_does_not_stop_the_channel() {
        channel.onNext(Message.of("x", () -> {
            throw new IllegalStateException("not interested");
        }));
        send("y").join();
    }

    private static void assertRefused(CompletableFuture<Void> outcome, Class<? extends Throwable> reason) {
        assertThatThrownBy(outcome::join).isInstanceOf(CompletionException.class).cause().isInstanceOf(reason);
    }
}
