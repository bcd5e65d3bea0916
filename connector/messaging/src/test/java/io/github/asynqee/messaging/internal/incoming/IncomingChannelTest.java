package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.json.JsonObject;
import jakarta.json.bind.JsonbBuilder;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.HandlerCall;
import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.messaging.RespClient;
import io.github.asynqee.messaging.internal.cdi.HandlerGuard;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.payload.LazyJsonb;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.awaitility.Awaitility;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RedisTest
class IncomingChannelTest {

    private final String queue = "q-" + UUID.randomUUID();
    private final Payloads payloads = new Payloads(new LazyJsonb(JsonbBuilder::create));
    private final LaneExecutor executor = ContainerThreads.pooled();
    private final AtomicInteger activeContexts = new AtomicInteger();
    private volatile boolean alive = true;
    private volatile boolean refusing;
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final List<TestSubscriber> lanes = new ArrayList<>();
    private EmbeddedRedis redis;
    private RedisBroker broker;
    private AsynqClient client;
    private IncomingChannel channel;
    private Worker worker;

    @BeforeEach
    void connect(EmbeddedRedis server) {
        redis = server;
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        client = DefaultAsynqClient.builder(broker).encoder(payloads).build();
    }

    @AfterEach
    void stop() {
        if (channel != null) {
            channel.stopping();
            worker.shutdown(Duration.ofSeconds(1));
        }
        executor.stop(Duration.ofSeconds(1));
        client.close();
        broker.close();
    }

    private void start(int concurrency, Type payload, AckCompletion acknowledging) {
        var tasks = new ChannelConfig("test", Map.of(queue, 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))));
        channel = new IncomingChannel(
                new IncomingConfig("test", "redis://unused", concurrency, "default", tasks, Grouping.UNSET,
                        TracingMode.PARENT, false, Optional.empty(), Optional.empty()),
                new LaneSetup(payload.getTypeName(), Payloads.TaskReader.of(payloads.reader(payload))
                        .after(payloads.codecs().decoder()), payloads, null,
                        acknowledging,
                        refusable(), this::requestContext, HandlerScope.Source.NONE, this::isAlive));
        for (int i = 0; i < concurrency; i++) {
            TestSubscriber lane = new TestSubscriber();
            channel.publisher().subscribe(lane);
            lanes.add(lane);
        }
        worker = new Worker(broker, WorkerConfig.builder().build(), List.of(channel.tasks()));
        worker.start();
    }

    private RequestContextController requestContext() {
        return new RequestContextController() {
            @Override
            public boolean activate() {
                activeContexts.incrementAndGet();
                return true;
            }

            @Override
            public void deactivate() {
                activeContexts.decrementAndGet();
            }
        };
    }

    private TestSubscriber onlyLane() {
        return lanes.get(0);
    }

    private void enqueue(int tasks) {
        for (int i = 0; i < tasks; i++) {
            client.enqueue(Task.of("test", "payload " + i).queue(queue));
        }
    }

    @Test
    void nothing_is_taken_before_it_is_wanted() {
        start(1, String.class, AckCompletion.WRITTEN);
        enqueue(1);

        assertThat(onlyLane().poll(Duration.ofMillis(300))).isNull();
        onlyLane().subscription.request(1);
        assertThat(onlyLane().next().getPayload()).isEqualTo("payload 0");
    }

    @Test
    void a_task_for_which_the_container_has_no_thread_is_requeued_as_it_was() {
        refusing = true;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "payload").queue(queue).id("refused").maxRetry(0));

        Awaitility.await().until(() -> refusals.get() == 1 && ask("LLEN", "pending").equals("1"));
        assertThat(ask("ZCARD", "archived")).isEqualTo("0");
        assertThat(ask("ZCARD", "retry")).isEqualTo("0");
        refusing = false;

        assertThat(nextOffered().getPayload()).isEqualTo("payload");
        assertThat(refusals).as("refused once, not over and over").hasValue(1);
    }

    @Test
    void a_lane_that_is_offered_while_its_task_is_being_requeued_is_not_lost() {
        refusing = true;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        enqueue(1);

        Awaitility.await().until(() -> {
            IntStream.range(0, 10_000).forEach(i -> channel.offerRefusedLanes());
            return refusals.get() > 10;
        });
        refusing = false;

        assertThat(nextOffered().getPayload()).isEqualTo("payload 0");
    }

    /** What the lane receives when it is offered again and again, as the runtime does. */
    private AsynqMessage<?> nextOffered() {
        return Awaitility.await().until(() -> {
            channel.offerRefusedLanes();
            return onlyLane().poll(Duration.ZERO);
        }, Objects::nonNull);
    }

    @Test
    void a_task_of_an_application_that_has_ended_is_requeued_as_it_was() {
        alive = false;
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "payload").queue(queue).id("late").maxRetry(0));

        Awaitility.await().until(() -> looks.get() > 0 && ask("LLEN", "pending").equals("1"));
        alive = true;

        assertThat(nextOffered().retried()).isZero();
        assertThat(looks).hasValue(2);
    }

    private String ask(String command, String key) {
        return RespClient.ask(redis, command, "asynq:{" + queue + "}:" + key);
    }

    private boolean isAlive() {
        looks.incrementAndGet();
        return alive;
    }

    /** The executor, unless it refuses. */
    private LaneExecutor refusable() {
        return new LaneExecutor() {
            @Override
            public void execute(Runnable work) {
                if (refusing) {
                    refusals.incrementAndGet();
                    throw new RejectedExecutionException("no thread");
                }
                executor.execute(work);
            }

            @Override
            public void addLane() {
                executor.addLane();
            }

            @Override
            public boolean stop(Duration limit) {
                return executor.stop(limit);
            }
        };
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
        assertThat(activeContexts).hasValue(0);
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
        assertThat(onlyLane().calls).hasValue(1);
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
        assertThat(waiting.lastError()).contains("task coded of type \"test\" in queue \"" + queue
                + "\" waits: its payload is coded (payload-codec: deflate)", "asynq-codecs");
    }

    @Test
    void what_the_handler_threw_becomes_the_tasks_error() {
        start(1, String.class, AckCompletion.WRITTEN);
        onlyLane().subscription.request(1);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).queue(queue));

        AsynqMessage<?> message = onlyLane().next();
        message.nack(new CompletionException(new InvocationTargetException(new IllegalStateException("boom"))))
                .toCompletableFuture().join();
        message.ack().toCompletableFuture().join();

        assertThat(hashField("one", "state")).isEqualTo("archived");
        assertThat(hashField("one", "msg")).contains("boom").doesNotContain("InvocationTarget");
    }

    private String hashField(String id, String field) {
        return RespClient.ask(redis, "HGET", "asynq:{" + queue + "}:t:" + id, field);
    }

    @Test
    void a_handler_that_runs_after_its_task_is_done_runs_on_the_lanes_thread() {
        start(1, String.class, AckCompletion.WRITTEN_BEFORE_HANDLER);
        CompletableFuture<Boolean> sameThread = new CompletableFuture<>();
        onlyLane().onNext = message -> {
            Thread lane = Thread.currentThread();
            message.ack().thenRun(() -> sameThread.complete(Thread.currentThread() == lane));
        };
        onlyLane().subscription.request(1);
        enqueue(1);

        onlyLane().next();
        assertThat(sameThread.join()).isTrue();
    }

    @SuppressWarnings("unused")
    interface Before {

        @Acknowledgment(Strategy.PRE_PROCESSING)
        void handle(Message<String> message);
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_handler_that_runs_after_its_task_is_done_is_not_called_if_that_could_not_be_written(boolean lost) {
        CountDownLatch called = new CountDownLatch(1);
        acknowledgeBeforeHandler(called::countDown, message -> {
            if (lost) {
                // as by another worker; a lease that is only missing would be repaired
                RespClient.ask(redis, "ZADD", "asynq:{" + queue + "}:lease", "99999999999", message.id());
            }
        });

        onlyLane().next();
        assertThat(called.getCount()).isEqualTo(lost ? 1 : 0);
        assertThat(RespClient.ask(redis, "LLEN", "asynq:{" + queue + "}:active")).endsWith(lost ? "1" : "0");
    }

    @Test
    void a_handler_that_runs_after_its_task_is_done_is_called_if_its_thread_is_interrupted_while_that_is_written() {
        CountDownLatch called = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        acknowledgeBeforeHandler(() -> {
            called.countDown();
            interrupted.set(Thread.interrupted());
        }, message -> Thread.currentThread().interrupt());

        onlyLane().next();
        assertThat(called.getCount()).isZero();
        assertThat(interrupted).as("the handler sees the interrupt").isTrue();
    }

    private void acknowledgeBeforeHandler(Runnable handler, Consumer<AsynqMessage<?>> before) {
        start(1, String.class, AckCompletion.WRITTEN_BEFORE_HANDLER);
        onlyLane().onNext = message -> {
            before.accept(message);
            message.ack();
            try {
                new HandlerGuard().guard(new HandlerCall(Before.class.getMethods()[0], message, () -> {
                    handler.run();
                    return null;
                }));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        onlyLane().subscription.request(1);
        enqueue(1);
    }

    @Test
    void a_failure_after_the_acknowledgement_is_logged_and_changes_nothing() {
        start(1, String.class, AckCompletion.WRITTEN);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).retention(Duration.ofHours(1)).queue(queue));
        onlyLane().subscription.request(1);
        AsynqMessage<?> message = onlyLane().next();
        List<LogRecord> records = new ArrayList<>();
        Logger logger = Logger.getLogger(LaneMessage.class.getName());
        logger.setFilter(records::add);

        message.ack().toCompletableFuture().join();
        message.nack(new IllegalStateException("too late")).toCompletableFuture().join();

        logger.setFilter(null);
        assertThat(hashField("one", "state")).isEqualTo("completed");
        assertThat(records).singleElement().satisfies(record -> {
            assertThat(record.getMessage()).contains(queue + "/one", "failed after the acknowledgement");
            assertThat(record.getThrown()).hasMessage("too late");
        });
    }

    @Test
    void a_cancelled_lane_is_dead_and_its_task_fails() {
        start(2, String.class, AckCompletion.WRITTEN);
        client.enqueue(Task.of("test", "x").id("one").maxRetry(0).queue(queue));
        lanes.get(0).subscription.request(1);
        AsynqMessage<?> message = lanes.get(0).next();

        lanes.get(0).subscription.cancel();

        // failed by the lane's thread when it has come back from the subscriber
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
