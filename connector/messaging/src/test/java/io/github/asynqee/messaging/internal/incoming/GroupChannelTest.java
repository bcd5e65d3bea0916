package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.DeflaterOutputStream;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.json.JsonObject;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness.OnDuplicate;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.AsynqGroup;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.config.CodecConfig;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.outgoing.OutgoingChannel;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A channel whose handler takes lists; a group of three is full. */
@RedisTest
class GroupChannelTest {

    private static final String URL = "redis://unused";

    private final String queue = "q-" + UUID.randomUUID();
    private final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
    private final LaneExecutor executor = ContainerThreads.pooled();
    private final BlockingQueue<AsynqGroup<?>> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> refused = new LinkedBlockingQueue<>();
    private EmbeddedRedis redis;
    private Broker broker;
    private DefaultAsynqClient client;
    private IncomingChannel channel;
    private Worker worker;
    private int unsettledAtMost = 1;

    @BeforeEach
    void connect(EmbeddedRedis server) {
        redis = server;
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
    }

    @AfterEach
    void stop() {
        channel.stopping();
        worker.shutdown(Duration.ofSeconds(1));
        executor.stop(Duration.ofSeconds(1));
        client.close();
        broker.close();
    }

    private void start(Consumer<AsynqGroup<?>> handler) {
        start(payloads.codecs().decoder(), handler);
    }

    private void start(PayloadCodec codec, Consumer<AsynqGroup<?>> handler) {
        var tasks = new ChannelConfig("test", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3));
        channel = new IncomingChannel(new IncomingConfig("test", URL, 1, "default", tasks, Grouping.UNSET,
                TracingMode.PARENT, false, Optional.empty(), Optional.empty()),
                new LaneSetup("JsonObject", Payloads.TaskReader.of(payloads.reader(JsonObject.class))
                        .after(codec), payloads, null, AckCompletion.WRITTEN, executor,
                        NoRequestContext::new, HandlerScope.Source.NONE, () -> true));
        channel.publisher().subscribe(new Subscriber<Message<?>>() {
            private Subscription subscription;

            @Override
            public void onSubscribe(Subscription lane) {
                subscription = lane;
                lane.request(unsettledAtMost);
            }

            @Override
            public void onNext(Message<?> message) {
                AsynqGroup<?> group = message.unwrap(AsynqGroup.class);
                handler.accept(group);
                received.add(group);
                subscription.request(1);
            }

            @Override
            public void onError(Throwable error) {
                refused.add(error);
            }

            @Override
            public void onComplete() {
                refused.add(new AssertionError("the stream never ends"));
            }
        });
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel.tasks()));
        worker.start();
    }

    private static final class NoRequestContext implements RequestContextController {

        @Override
        public boolean activate() {
            return true;
        }

        @Override
        public void deactivate() {
            // nothing was activated
        }
    }

    private void join(String... ids) {
        client.enqueueAll(Arrays.stream(ids).map(this::member).toList());
    }

    private Task<?> member(String id) {
        return Task.of("test:" + id, id.startsWith("bad") ? "no json" : Map.of("id", id)).id(id).queue(queue).group("g")
                .header("h", id).maxRetry(3);
    }

    private AsynqGroup<?> next() throws InterruptedException {
        AsynqGroup<?> group = received.poll(20, TimeUnit.SECONDS);
        assertThat(group).as("a call of the handler").isNotNull();
        return group;
    }

    private String state(String id) {
        return RespClient.ask(redis, "HGET", "asynq:{" + queue + "}:t:" + id, "state");
    }

    private void awaitState(String id, String state) {
        Awaitility.await().untilAsserted(() -> assertThat(state(id)).isEqualTo(state));
    }

    @Test
    void a_message_has_the_details_of_its_tasks() throws Exception {
        start(Message::ack);
        join("t1", "t2", "t3");

        AsynqGroup<?> group = next();

        assertThat(group.getPayload()).extracting(Object::toString).containsExactly("{\"id\":\"t1\"}",
                "{\"id\":\"t2\"}", "{\"id\":\"t3\"}");
        assertThat(group.members()).extracting(TaskInfo::id).containsExactly("t1", "t2", "t3");
        assertThat(group.members().get(1).type()).isEqualTo("test:t2");
        assertThat(group.members().get(1).headers()).isEqualTo(Map.of("h", "t2"));
        assertThat(group.members().get(1).retried()).isZero();
        assertThat(group.group()).isEqualTo("g");
        assertThat(group.queue()).isEqualTo(queue);
        assertThat(group.isCancelled()).isFalse();
        assertThat(group.deadline()).isBetween(broker.clock().instant().plusSeconds(1700),
                broker.clock().instant().plusSeconds(1801));
        awaitState("t1", null);
    }

    @Test
    void what_is_not_acknowledged_is_tried_again() throws Exception {
        start(group -> group.nack(new IllegalStateException("boom")));
        join("t1", "t2", "t3");

        next();

        awaitState("t1", "retry");
        awaitState("t3", "retry");
    }

    @Test
    void a_task_with_an_unusable_payload_is_archived_alone() throws Exception {
        start(Message::ack);
        join("t1", "bad", "t3");

        AsynqGroup<?> group = next();

        assertThat(group.members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        assertThat(group.getPayload()).hasSize(2);
        awaitState("bad", "archived");
        awaitState("t1", null);
    }

    @Test
    void a_task_whose_payload_cannot_be_decoded_here_waits_alone() throws Exception {
        start(Message::ack);
        client.enqueueAll(List.of(member("t1"), member("coded").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("coded", "retry");
        awaitState("t3", null);
    }

    @Test
    void a_payload_that_would_fill_the_memory_concerns_its_task_alone() throws Exception {
        start(new StepwiseCodec(0, false, null, new SecureRandom()), Message::ack);
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (OutputStream out = new DeflaterOutputStream(bomb)) {
            out.write(new byte[64 * 1024 * 1024 + 1]);
        }
        assertThat(bomb.size()).isLessThan(100_000);
        client.enqueueAll(List.of(member("t1"), Task.of("test:bomb", bomb.toByteArray()).id("bomb").queue(queue)
                .group("g").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("bomb", "archived");
        awaitState("t3", null);
    }

    @Test
    void a_payload_for_which_no_memory_is_left_fails_alone_and_uses_a_retry() throws Exception {
        start(new PayloadCodec() {
            @Override
            public Coded encode(byte[] payload) {
                return new Coded(payload, Map.of());
            }

            @Override
            public byte[] decode(byte[] payload, Map<String, String> headers) {
                if (headers.containsKey(CODEC_HEADER)) {
                    throw new OutOfMemoryError("Java heap space");
                }
                return payload;
            }
        }, Message::ack);
        client.enqueueAll(List.of(member("t1"), member("large").header("payload-codec", "deflate"), member("t3")));

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t3");
        awaitState("large", "retry");
        awaitState("t3", null);
        assertThat(RespClient.ask(redis, "GET", "asynq:{" + queue + "}:failed")).isEqualTo("1");
    }

    @Test
    void a_group_of_unusable_payloads_is_not_handled() throws Exception {
        start(Message::ack);
        join("bad1", "bad2", "bad3");
        awaitState("bad3", "archived");
        join("t1", "t2", "t3");

        assertThat(next().members()).extracting(TaskInfo::id).containsExactly("t1", "t2", "t3");
    }

    private OutgoingChannel sender(String type, String url, String into) {
        return new OutgoingChannel(
                new OutgoingConfig("out", url, type,
                        TaskOptions.builder().queue(into).processIn(Duration.ofHours(1)).build(), null,
                        TracingMode.PARENT,
                        Durability.MEMORY, Transactional.NONE, CodecConfig.UNCHANGED),
                payloads, client, client);
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
