package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.json.JsonObject;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.metrics.Bean;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.UpgradeStep;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

/** Tasks are fetched and delivered as subscribers request them, one at a time in each lane. */
class IncomingChannelTest extends OpenLanes {

    @Test
    void nothing_is_taken_before_it_is_wanted() {
        start(1, String.class, AckCompletion.WRITTEN);
        enqueue(1);

        assertThat(onlyLane().poll(Duration.ofMillis(300))).isNull();
        onlyLane().subscription.request(1);
        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 0");
    }

    @Test
    void a_message_has_the_details_of_its_task() {
        start(1, JsonObject.class, AckCompletion.WRITTEN);
        client.enqueue(Task.of("test:type", Map.of("a", 1)).id("my-id").queue(queue).maxRetry(3).header("h", "v")
                .timeout(Duration.ofMinutes(10)));
        onlyLane().subscription.request(1);

        AsynqMessage<?> message = onlyLane().next();

        assertThat(message.getPayload()).hasToString("{\"a\":1}");
        assertThat(message.id()).isEqualTo("my-id");
        assertThat(message.queue()).isEqualTo(queue);
        assertThat(message.type()).isEqualTo("test:type");
        assertThat(message.headers()).isEqualTo(Map.of("h", "v"));
        assertThat(message.retried()).isZero();
        assertThat(message.maxRetry()).isEqualTo(3);
        assertThat(message.deadline()).isBetween(broker.clock().instant().plusSeconds(580),
                broker.clock().instant().plusSeconds(601));
        assertThat(message.isCancelled()).isFalse();
        assertThat(message.writeResult(Map.of("done", true))).isTrue();
        assertThat(message.progress(30, "a third")).isTrue();
        assertThatThrownBy(() -> message.progress(101, "too far")).hasMessageContaining("0 to 100: 101");
        assertThat(message).isSameAs(message.unwrap(AsynqMessage.class));
    }

    @Test
    void a_task_holds_its_lane_until_it_is_acknowledged() {
        start(1, String.class, AckCompletion.WRITTEN);
        enqueue(2);
        onlyLane().subscription.request(1);
        AsynqMessage<?> first = onlyLane().next();

        onlyLane().subscription.request(1);
        assertThat(onlyLane().poll(Duration.ofMillis(300))).as("while the first is not acknowledged").isNull();

        first.ack().toCompletableFuture().join();
        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 1");
    }

    @Test
    void a_subscriber_receives_as_many_messages_as_it_requested() {
        start(1, String.class, AckCompletion.WRITTEN);
        enqueue(4);

        onlyLane().subscription.request(3);

        assertThat(Set.of(onlyLane().next(), onlyLane().next(), onlyLane().next())).hasSize(3);
        assertThat(onlyLane().poll(Duration.ofMillis(300))).isNull();
    }

    @Test
    void as_many_run_at_once_as_there_are_lanes() throws Exception {
        start(5, String.class, AckCompletion.WRITTEN);
        CountDownLatch together = new CountDownLatch(5);
        lanes.forEach(lane -> lane.onNext = message -> {
            together.countDown();
            await(together);
        });
        lanes.forEach(lane -> lane.subscription.request(1));
        enqueue(5);

        assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void many_tasks_flow_through_few_lanes_one_call_at_a_time() throws Exception {
        start(3, String.class, AckCompletion.WRITTEN);
        int tasks = 600;
        CountDownLatch done = new CountDownLatch(tasks);
        Set<Object> seen = new HashSet<>();
        lanes.forEach(lane -> lane.onNext = message -> {
            synchronized (seen) {
                seen.add(message.getPayload());
            }
            message.ack().thenRun(() -> {
                done.countDown();
                lane.subscription.request(1);
            });
        });
        List<Task<String>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            all.add(Task.of("test", "payload " + i).queue(queue));
        }
        client.enqueueAll(all);
        lanes.forEach(lane -> lane.subscription.request(1));

        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(tasks);
        assertThat(lanes).noneMatch(lane -> lane.overlapped);
        // the last call may not have returned yet
        Awaitility.await().untilAsserted(() -> assertThat(activeContexts).hasValue(0));
    }

    @Test
    void the_request_context_is_active_while_the_handler_runs() {
        start(1, String.class, AckCompletion.WRITTEN);
        CompletableFuture<Integer> during = new CompletableFuture<>();
        CompletableFuture<Message<?>> current = new CompletableFuture<>();
        onlyLane().onNext = message -> {
            during.complete(activeContexts.get());
            current.complete(LaneMessage.current());
        };
        onlyLane().subscription.request(1);
        enqueue(1);

        AsynqMessage<?> message = onlyLane().next();
        assertThat(during.join()).isEqualTo(1);
        assertThat(current.join()).isSameAs(message);
        assertThat(LaneMessage.current()).isNull();
    }

    @Test
    void a_task_with_an_unusable_payload_is_archived_and_the_next_one_runs() {
        start(1, JsonObject.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "this is not json").id("bad").queue(queue));
        client.enqueue(Task.of("test", "{}").id("good").queue(queue));

        assertThat(onlyLane().next().id()).isEqualTo("good");
        assertThat(unread()).isEqualTo(Map.of("invalid", 1L));
        assertThat(onlyLane().calls).hasValue(1);
    }

    /** Number of unreadable payloads by problem. */
    private Map<String, Long> unread() {
        Map<String, Long> problems = new HashMap<>(
                broker.metrics().sources().stream().filter(source -> source.bean() == Bean.CHANNEL)
                        .findFirst().orElseThrow().split(NodeMetric.PAYLOADS_UNREAD));
        problems.values().removeIf(count -> count == 0);
        return problems;
    }

    @Test
    void a_payload_of_an_older_version_counts_as_upgraded_and_a_new_one_does_not() {
        versions = new VersionRange(1, 2);
        upgrades = List.of(new UpgradeStep(1, String.class, String.class, "the upgrade", () -> old -> "new " + old));
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(2);
        client.enqueue(Task.of("test", "a").queue(queue));
        client.enqueue(Task.of("test", "b").version(2).queue(queue));

        AsynqMessage<?> first = onlyLane().next();
        assertThat(first.getPayload()).isEqualTo("new a");
        first.ack();
        assertThat(onlyLane().next().getPayload()).isEqualTo("b");
        assertThat(broker.metrics().sources().stream().filter(source -> source.bean() == Bean.CHANNEL)
                .mapToLong(source -> source.value(NodeMetric.PAYLOADS_UPGRADED)).sum()).isEqualTo(1);
    }

    @Test
    void a_task_whose_payload_cannot_be_decoded_here_waits_and_uses_no_retry() throws Exception {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "x").id("coded").header("payload-codec", "deflate").queue(queue));
        enqueue(1);

        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 0");
        Awaitility.await().until(() -> "retry".equals(hashField("coded", "state")));
        TaskInfo waiting = new RedisInspector(broker, broker.executor(), () -> {}).tasks().get(queue, "coded").info();
        assertThat(waiting.retried()).isZero();
        assertThat(unread()).isEqualTo(Map.of("codec", 1L));
        assertThat(waiting.lastError()).contains("task coded of type \"test\" in queue \"" + queue
                + "\" waits: its payload is coded (payload-codec: deflate)", "asynq-codecs");
    }

    @Test
    void a_task_whose_payload_is_lost_is_named_and_uses_a_retry() throws Exception {
        decoder = new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                return NONE.encode(payload);
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                if (headers.containsKey(CODEC_HEADER)) {
                    throw new UnreadException("nothing has it");
                }
                return payload;
            }
        };
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "x").id("lost").header("payload-codec", "reference").queue(queue));
        enqueue(1);

        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 0");
        Awaitility.await().until(() -> "retry".equals(hashField("lost", "state")));
        TaskInfo failed = new RedisInspector(broker, broker.executor(), () -> {}).tasks().get(queue, "lost").info();
        assertThat(failed.retried()).isEqualTo(1);
        assertThat(unread()).isEqualTo(Map.of("lost", 1L));
        assertThat(failed.lastError())
                .isEqualTo("task lost of type \"test\" in queue \"" + queue + "\": nothing has it");
    }

    @Test
    void a_cancelled_lane_is_dead_and_its_task_fails() {
        start(2, String.class, AckCompletion.WRITTEN);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).queue(queue));
        lanes.get(0).subscription.request(1);
        AsynqMessage<?> message = lanes.get(0).next();

        lanes.get(0).subscription.cancel();

        // the lane's thread fails the task after the subscriber's call has returned
        Awaitility.await().until(() -> "archived".equals(hashField("one", "state")));
        message.ack().toCompletableFuture().join();
        assertThat(hashField("one", "state")).as("an acknowledgement that comes too late").isEqualTo("archived");
        assertThat(channel.lanes()).isEqualTo(2);
        assertThat(channel.deadLanes()).isEqualTo(1);
        lanes.get(1).subscription.request(1);
        enqueue(1);
        assertThat(lanes.get(1).next().getPayload()).as("the other lane continues").isEqualTo("payload 0");
    }

    @Test
    void a_lane_cancelled_while_stopping_is_not_dead() {
        start(1, String.class, AckCompletion.WRITTEN);
        channel.stopping();

        onlyLane().subscription.cancel();

        assertThat(channel.deadLanes()).isZero();
    }

    @Test
    void a_subscriber_that_throws_harms_only_its_task() {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().onNext = message -> {
            if (message.getPayload().equals("payload 0")) {
                onlyLane().subscription.request(1);
                throw new IllegalStateException("must not");
            }
        };
        onlyLane().subscription.request(1);
        enqueue(2);

        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 1");
    }
}
