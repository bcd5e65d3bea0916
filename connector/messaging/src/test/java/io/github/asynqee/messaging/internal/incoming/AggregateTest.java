package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.outgoing.OutgoingChannel;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group that is replaced by one task. */
@RedisTest
class AggregateTest extends GroupTest {

    private OutgoingChannel sender(String type, String url, String into) {
        return sender(type, url, into, client);
    }

    private OutgoingChannel sender(String type, String url, String into, DefaultAsynqClient by) {
        return new OutgoingChannel(
                new OutgoingConfig("out", url, type,
                        TaskOptions.builder().queue(into).processIn(Duration.ofHours(1)).build(), null,
                        TracingMode.PARENT,
                        Durability.MEMORY, Transactional.NONE, CodecConfig.UNCHANGED),
                payloads, by, by);
    }

    /** Like the runtime: passes the handler's result on in a message derived from the incoming one. */
    private void turnsInto(String url, String into, CompletionStage<Task<String>> result) {
        OutgoingChannel out = sender("test:digest", url, into);
        start(group -> result.thenAccept(task -> out.onNext(group.withPayload(task))));
    }

    private String scheduled(String of) {
        return RespClient.ask(redis, "ZCARD", "asynq:{" + of + "}:scheduled");
    }

    private void awaitScheduled(int tasks) {
        Awaitility.await().untilAsserted(() -> assertThat(scheduled(queue)).isEqualTo("" + tasks));
    }

    @Test
    void a_group_turns_into_a_task_of_its_queue() throws Exception {
        turnsInto(URL, queue,
                CompletableFuture.completedFuture(Task.ofPayload("all").id("digest")));
        join("t1", "t2", "t3");

        next();

        awaitState("digest", "scheduled");
        assertThat(state("t1")).as("gone in the same step").isNull();
        awaitNothingHeld();
        assertThat(refused).isEmpty();
    }

    private void awaitNothingHeld() {
        Awaitility.await().until(() -> worker.inFlight() == 0);
    }

    @Test
    void a_group_turns_into_a_task_on_another_thread() throws Exception {
        CompletableFuture<Task<String>> result = new CompletableFuture<>();
        turnsInto(URL, queue, result);
        join("t1", "t2", "t3");
        next();
        assertThat(state("t1")).isEqualTo("aggregating");

        result.complete(Task.ofPayload("all").id("digest"));

        awaitState("digest", "scheduled");
        assertThat(state("t1")).as("gone in the same step").isNull();
        awaitNothingHeld();
    }

    @Test
    void a_group_is_not_given_up_for_a_task_that_may_be_left_out() throws Exception {
        turnsInto(URL, "other-" + queue, CompletableFuture.completedFuture(
                Task.ofPayload("all").uniqueKey("digest").throttle(Duration.ofHours(1)).onDuplicate(OnDuplicate.JOIN)));
        join("t1", "t2", "t3");

        next();
        awaitState("t1", "retry");

        assertThat(scheduled("other-" + queue)).isEqualTo("0");
    }

    @Test
    void a_group_turns_into_a_task_of_another_queue_that_is_not_stored_twice() throws Exception {
        String other = "other-" + queue;
        turnsInto(URL, other, CompletableFuture.completedFuture(Task.ofPayload("all")));
        join("t1", "t2", "t3");

        next();
        awaitState("t1", null);

        assertMadeOfAGroup(other);
    }

    /** A client whose process dies after Redis has stored a task, before the reply arrives. */
    private DefaultAsynqClient dying(CountDownLatch stored, CountDownLatch end) {
        ProducerCommands commands = broker.producerCommands();
        Object dying = Proxy.newProxyInstance(ProducerCommands.class.getClassLoader(),
                new Class<?>[]{ ProducerCommands.class }, (proxy, method, args) -> {
                    Object reply = method.invoke(commands, args);
                    if (method.getName().equals("store")) {
                        stored.countDown();
                        end.await();
                    }
                    return reply;
                });
        Broker with = (Broker) Proxy.newProxyInstance(Broker.class.getClassLoader(), new Class<?>[]{ Broker.class },
                (proxy, method, args) -> method.getName().equals("producerCommands") && args == null ? dying
                        : method.invoke(broker, args));
        return DefaultAsynqClient.builder(with).encoder(payloads).build();
    }

    @ParameterizedTest
    @CsvSource({ "plain, false", "plain, true", "unique, false", "unique, true", "named, false", "named, true" })
    @SomeDays(oneIn = 3)
    void its_task_of_another_queue_is_stored_once_if_the_server_dies_before_the_group_is_done(String kind,
            boolean hasRun) throws Exception {
        String other = "other-" + queue;
        Task<String> task = kind.equals("unique") ? Task.ofPayload("all").unique(Duration.ofHours(2))
                : kind.equals("named") ? Task.ofPayload("all").id("digest") : Task.ofPayload("all");
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (DefaultAsynqClient dying = dying(stored, end)) {
            OutgoingChannel first = sender("test:digest", URL, other, dying);
            start(group -> first.onNext(group.withPayload(task)));
            join("t1", "t2", "t3");
            next();
            assertThat(stored.await(20, TimeUnit.SECONDS)).isTrue();
            channel.stopping();
            worker.shutdown(Duration.ofSeconds(1));
            assertThat(state("t1")).as("waits in its group again").isEqualTo("aggregating");
            String id = RespClient.ask(redis, "ZRANDMEMBER", "asynq:{" + other + "}:scheduled");
            if (hasRun) {
                String key = "asynq:{" + other + "}:t:" + id;
                String lock = RespClient.ask(redis, "HGET", key, "unique_key");
                RespClient.ask(redis, "DEL", key, "asynq:{" + other + "}:scheduled", lock == null ? key : lock);
            }

            turnsInto(URL, other, CompletableFuture.completedFuture(task));
            next();

            awaitState("t1", null);
            assertThat(scheduled(other)).isEqualTo(hasRun ? "0" : "1");
            end.countDown();
        }
    }

    private void assertMadeOfAGroup(String other) {
        assertThat(scheduled(other)).isEqualTo("1");
        String id = RespClient.ask(redis, "ZRANDMEMBER", "asynq:{" + other + "}:scheduled");
        assertThat(UUID.fromString(id).version()).as("made of the members' names").isEqualTo(3);
    }

    @Test
    void a_group_fails_if_its_task_is_refused() throws Exception {
        client.enqueue(Task.of("test:digest", "all").id("digest").queue(queue).processIn(Duration.ofHours(1)));
        turnsInto(URL, queue, CompletableFuture.completedFuture(Task.ofPayload("all").id("digest")));
        join("t1", "t2", "t3");

        next();

        awaitState("t1", "retry");
        assertThat(RespClient.ask(redis, "HGET", "asynq:{" + queue + "}:t:t1", "msg"))
                .contains("task ID conflicts with another task");
    }

    @Test
    void a_task_made_of_a_group_that_is_done_already_is_stored_by_itself() throws Exception {
        OutgoingChannel out = sender("test:digest", URL, queue);
        start(group -> {
            group.ack();
            out.onNext(group.withPayload(Task.ofPayload("all").id("digest")));
        });
        join("t1", "t2", "t3");

        next();

        awaitState("digest", "scheduled");
        awaitState("t1", null);
    }

    @Test
    void a_task_made_of_a_group_that_has_failed_is_not_stored() throws Exception {
        OutgoingChannel out = sender("test:digest", URL, queue);
        start(group -> {
            group.nack(new IllegalStateException("too late"));
            out.onNext(group.withPayload("all"));
        });
        join("t1", "t2", "t3");

        next();

        awaitState("t1", "retry");
        awaitNothingHeld();
        assertThat(scheduled(queue)).isEqualTo("0");
    }

    @Test
    void an_equal_payload_of_another_sender_is_not_the_aggregate_of_a_group() throws Exception {
        OutgoingChannel digests = sender("test:digest", URL, queue);
        OutgoingChannel others = sender("test:other", URL, queue);
        start(group -> {});
        join("t1", "t2", "t3");
        Message<String> result = next().withPayload("OK");

        digests.onNext(Message.of("OK"));
        others.onNext(Message.of("OK"));

        awaitScheduled(2);
        assertThat(state("t1")).isEqualTo("aggregating");

        digests.onNext(result);

        awaitScheduled(3);
        assertThat(state("t1")).as("gone in the same step").isNull();
    }

    @Test
    void groups_with_equal_aggregates_are_distinguished() throws Exception {
        unsettledAtMost = 3;
        OutgoingChannel out = sender("test:digest", URL, queue);
        start(group -> {});
        join("t1", "t2", "t3");
        Message<Integer> first = next().withPayload(100);
        join("t4", "t5", "t6");
        Message<Integer> second = next().withPayload(100);
        join("t7", "t8", "t9");
        Message<Integer> third = next().withPayload(100);

        out.onNext(second);

        awaitScheduled(1);
        assertThat(state("t4")).isNull();
        assertThat(state("t1")).isEqualTo("aggregating");
        assertThat(state("t7")).isEqualTo("aggregating");

        out.onNext(first);
        out.onNext(third);

        awaitScheduled(3);
        awaitState("t1", null);
        awaitState("t7", null);
    }

    @Test
    void of_several_tasks_made_of_a_group_one_takes_its_place_and_all_are_stored() throws Exception {
        OutgoingChannel out = sender("test:digest", URL, queue);
        start(group -> {
            Message<Task<String>> all = group.withPayload(Task.ofPayload("all"));
            out.onNext(all);
            out.onNext(all);
            out.onNext(all.withPayload("the second aggregate"));
        });
        join("t1", "t2", "t3");

        next();

        awaitScheduled(3);
        awaitState("t1", null);
    }

    @Test
    void a_group_turns_into_a_task_by_way_of_several_messages() throws Exception {
        String other = "other-" + queue;
        OutgoingChannel out = sender("test:digest", URL, other);
        start(group -> out.onNext(group.withPayload(100).withPayload(Task.ofPayload("all"))));
        join("t1", "t2", "t3");

        next();
        awaitState("t1", null);

        assertMadeOfAGroup(other);
    }
}
