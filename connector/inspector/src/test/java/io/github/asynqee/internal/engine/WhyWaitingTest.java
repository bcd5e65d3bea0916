package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

import io.github.asynqee.RetryAfterException;
import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Each reason why a task waits, in a situation that a worker and Redis produce. */
class WhyWaitingTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final Semaphore mayEnd = new Semaphore(0);
    private final TaskHandler held = delivery -> mayEnd.acquire();
    private Inspector inspector;

    @BeforeEach
    void inspect() {
        inspector = new RedisInspector(broker, ((RedisBroker) broker).executor(), () -> {});
    }

    @AfterEach
    void end() {
        mayEnd.release(100);
    }

    private static Task<String> task(String id) {
        return Task.of("email:welcome", "{}").id(id);
    }

    private List<Waiting> why(String id) {
        return inspector.tasks().why("default", id);
    }

    /** Waits until the first reason of a task is this one. */
    private Waiting awaitWhy(String id, Reason reason) {
        await().untilAsserted(() -> assertThat(why(id)).first().extracting(Waiting::reason).isEqualTo(reason));
        return why(id).get(0);
    }

    private Waiting awaitWhyOfQueue(Reason reason) {
        await().untilAsserted(() -> assertThat(inspector.queues().why("default")).extracting(Waiting::reason)
                .contains(reason));
        return inspector.queues().why("default").stream().filter(waiting -> waiting.reason() == reason).findFirst()
                .orElseThrow();
    }

    private void pendingSince(String id, Duration age) {
        redis.hset(DEFAULT.task(id), "pending_since", Instant.now().minus(age).getEpochSecond() + "000000000");
    }

    @Test
    void the_queue_is_paused() {
        channel("default", 1, delivery -> {});
        start();
        inspector.queues().pause("default");
        enqueue("t");
        redis.set(DEFAULT.paused(), String.valueOf(Instant.now().minusSeconds(300).getEpochSecond()));

        Waiting paused = awaitWhy("t", Reason.PAUSED);

        assertThat(paused.message()).isEqualTo("the queue has been paused for 5 min");
        assertThat(paused.since()).isBefore(Instant.now().minusSeconds(299));
        assertThat(awaitWhyOfQueue(Reason.PAUSED).message()).isEqualTo(paused.message());
    }

    @Test
    void no_server_consumes_the_queue() {
        channel("other", 1, delivery -> {});
        start();
        enqueue("t");

        assertThat(awaitWhy("t", Reason.NO_SERVER).message()).isEqualTo("no running server consumes the queue");
        awaitWhyOfQueue(Reason.NO_SERVER);
    }

    @Test
    void its_only_server_is_stopping() throws Exception {
        channel("default", 1, held);
        start();
        enqueue("runs");
        awaitHandled("runs");
        var stopping = pool.submit(() -> worker.shutdown(Duration.ofSeconds(30)));
        enqueue("t");

        assertThat(awaitWhy("t", Reason.SERVERS_STOPPED).message()).startsWith("server \"")
                .endsWith(" takes no more tasks: it is stopping");
        awaitWhyOfQueue(Reason.SERVERS_STOPPED);
        mayEnd.release();
        stopping.get();
    }

    @Test
    void all_lanes_are_busy() throws Exception {
        channel(Map.of("default", 1, "other", 1), "", 2, POLICY, held);
        config.maxPrefetch(0);
        start();
        client.enqueue(task("a").queue("other"));
        awaitHandled("a");
        enqueue("b");
        awaitHandled("b");
        enqueue("t");

        Waiting busy = awaitWhy("t", Reason.LANES_BUSY);

        assertThat(busy.message())
                .matches("all 2 lanes of server \".+:\\d+\" are busy: the longest task, \"a\" of type "
                        + "\"email:welcome\" in queue \"other\", has run for \\d+ s");
        assertThat(busy.since()).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(2));
        awaitWhyOfQueue(Reason.LANES_BUSY);
    }

    @Test
    void a_queue_with_a_higher_strict_priority_has_tasks() {
        channel(Map.of("default", 1, "critical", 5), "", 2, POLICY, held);
        config.strictPriority(true).maxPrefetch(0);
        start();
        client.enqueue(task("c1").queue("critical"));
        client.enqueue(task("c2").queue("critical"));
        client.enqueue(task("c3").queue("critical"));
        await().until(() -> handled.size() == 2);
        enqueue("t");

        await().untilAsserted(() -> assertThat(why("t")).extracting(Waiting::reason)
                .containsExactly(Reason.LANES_BUSY, Reason.LOWER_PRIORITY, Reason.IN_LINE));
        assertThat(why("t").get(1).message()).isEqualTo(
                "queue \"critical\" has a higher strict priority and 1 pending task: servers empty it first");
        awaitWhyOfQueue(Reason.LOWER_PRIORITY);
        inspector.queues().pause("critical");
        assertThat(why("t")).extracting(Waiting::reason).doesNotContain(Reason.LOWER_PRIORITY);
    }

    @Test
    void redis_refuses_writes_without_a_replica() {
        channel("default", 1, delivery -> {});
        start();
        inspector.queues().pause("default");
        enqueue("t");
        awaitWhy("t", Reason.PAUSED);
        redis.configSet("min-replicas-to-write", "1");
        try {
            assertThat(why("t")).extracting(Waiting::reason).containsExactly(Reason.PAUSED, Reason.WRITES_REFUSED);
            assertThat(why("t").get(1).message()).isEqualTo(
                    "Redis refuses writes: it has no replica, and its min-replicas-to-write asks for some");
        } finally {
            redis.configSet("min-replicas-to-write", "0");
        }
    }

    @Test
    void redis_refuses_writes_after_a_failed_snapshot() throws Exception {
        try (EmbeddedRedis own = EmbeddedRedis.builder().config("save", "3600", "1").start();
                Jedis admin = TestRedis.connect(own);
                RedisBroker there = (RedisBroker) connected(own.url());
                DefaultAsynqClient sender = DefaultAsynqClient.of(there)) {
            Inspector reads = new RedisInspector(there, there.executor(), () -> {});
            sender.enqueue(task("t"));
            Files.createDirectories(Path.of(admin.configGet("dir").get("dir"),
                    admin.configGet("dbfilename").get("dbfilename"), "in-the-way"));
            admin.bgsave();

            await().untilAsserted(() -> assertThat(reads.tasks().why("default", "t")).extracting(Waiting::reason)
                    .containsExactly(Reason.WRITES_REFUSED, Reason.NO_SERVER));
            assertThat(reads.tasks().why("default", "t").get(0).message()).contains("its last snapshot failed");
        }
    }

    @Test
    void other_tasks_are_before_it() throws Exception {
        channel(Map.of("default", 1), "email:", 1, POLICY, held);
        channel(Map.of("default", 1), "other:", 1, POLICY, held);
        config.maxPrefetch(0);
        start();
        enqueue("runs");
        awaitHandled("runs");
        enqueue("a");
        enqueue("b");
        enqueue("t");

        await().untilAsserted(() -> assertThat(why("t").get(0).message())
                .matches("2 tasks of the queue are before the task; 1 task of the queue runs, the longest for \\d+ s"));
        assertThat(awaitWhy("a", Reason.IN_LINE).message()).startsWith("the task is the next one of the queue; 1 task");
        assertThat(awaitWhyOfQueue(Reason.IN_LINE).message()).startsWith("3 tasks are pending, the next one for ");
    }

    @Test
    void free_lanes_do_not_take_it_because_no_channel_has_its_type() {
        channel(Map.of("default", 1), "other:", 1, POLICY, delivery -> {});
        start();
        enqueue("t");
        awaitWhy("t", Reason.IN_LINE);
        pendingSince("t", Duration.ofSeconds(20));

        assertThat(awaitWhy("t", Reason.NOT_TAKEN).message())
                .matches("servers of the queue have free lanes and have not "
                        + "taken the task for 2\\d s: none seems to have a channel for type \"email:welcome\" or its version");
        assertThat(awaitWhyOfQueue(Reason.NOT_TAKEN).message()).contains("none seems to have a channel");
    }

    @Test
    void the_lanes_for_its_type_are_busy_and_others_are_free() throws Exception {
        channel(Map.of("default", 1), "email:", 1, POLICY, held);
        channel(Map.of("default", 1), "other:", 1, POLICY, held);
        config.maxPrefetch(0);
        start();
        enqueue("runs");
        awaitHandled("runs");
        enqueue("t");
        pendingSince("t", Duration.ofSeconds(20));

        await().untilAsserted(() -> assertThat(why("t").get(0).message())
                .contains("the lanes for its type seem busy, 1 task of its type runs, the longest for"));
        assertThat(why("t").get(0).advice()).contains("more concurrency");
    }

    @Test
    void no_server_has_a_handler_for_its_type() {
        channel(Map.of("default", 1), "other:", 1, POLICY, delivery -> {});
        config.returnUnhandledTypesAfter(Duration.ofSeconds(1));
        start();
        enqueue("t");

        Waiting unhandled = awaitWhy("t", Reason.NO_HANDLER);

        assertThat(unhandled.message())
                .startsWith("no server has a handler for type \"email:welcome\"; the task is tried again in ");
        assertThat(unhandled.error()).isNull();
        assertThat(unhandled.until()).isNotNull();
    }

    @Test
    void no_server_has_a_handler_for_its_version() {
        Channel second = new Channel(new ChannelConfig("v2", Map.of("default", 1), "", POLICY)
                .withVersions(new VersionRange(2, 3)));
        HandlerLane.open(second, 1, delivery -> {}, pool);
        channels.add(second);
        config.returnUnhandledTypesAfter(Duration.ofSeconds(1));
        start();
        client.enqueue(task("t").header(Task.VERSION_HEADER, "7"));

        assertThat(awaitWhy("t", Reason.NO_HANDLER).message())
                .startsWith("no server has a handler for this version of type \"email:welcome\"; ");
    }

    @Test
    void it_is_due_later() {
        channel("default", 1, delivery -> {});
        start();
        client.enqueue(task("t").processIn(Duration.ofMinutes(5)));
        await().until(() -> why("t").size() == 1);

        Waiting due = awaitWhy("t", Reason.SCHEDULED);

        assertThat(due.message()).isIn("the task is due in 5 min", "the task is due in 4 min");
        assertThat(due.until()).isBetween(Instant.now().plusSeconds(280), Instant.now().plusSeconds(302));
        assertThat(awaitWhyOfQueue(Reason.SCHEDULED).message()).startsWith("1 task is scheduled, the first one in ");
    }

    @Test
    void it_was_due_and_no_server_made_it_pending() {
        client.enqueue(task("t").processIn(Duration.ofHours(1)));
        assertThat(why("t")).extracting(Waiting::reason).containsExactly(Reason.SCHEDULED, Reason.NO_SERVER);
        redis.zadd(DEFAULT.scheduled(), Instant.now().minusSeconds(30).getEpochSecond(), "t");

        assertThat(why("t")).extracting(Waiting::reason).containsExactly(Reason.NO_SERVER, Reason.SCHEDULED);
        assertThat(why("t").get(1).message()).startsWith("the task is due since 3");
    }

    @Test
    void it_failed_and_is_retried_later() {
        channel("default", 1, delivery -> {
            throw new Exception("no such mailbox");
        });
        start();
        client.enqueue(task("t").maxRetry(25));

        Waiting retry = awaitWhy("t", Reason.RETRY);

        assertThat(retry.message()).matches("the task failed; retry 1 of 25 is due in (60|59) min");
        assertThat(retry.error()).isEqualTo("no such mailbox");
        assertThat(retry.message()).doesNotContain("mailbox");
        assertThat(awaitWhyOfQueue(Reason.RETRY).message()).startsWith("1 task is to be retried, the first one in ");
    }

    private void limited(Limit limit, TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig("imports", Map.of("default", 1), "", POLICY).withLimit(limit));
        HandlerLane.open(channel, 5, delivery -> {
            handled.add(delivery.message().id());
            handler.handle(delivery);
        }, pool);
        channels.add(channel);
        config.maxPrefetch(0);
        start();
    }

    private void enqueueForTenant(String... ids) {
        for (String id : ids) {
            client.enqueue(task(id).header("tenant", "acme"));
        }
    }

    @Test
    void a_limit_blocks_it() {
        limited(Limit.of("imports", "header:tenant", 2, null), held);
        enqueueForTenant("a", "b", "c", "d", "t");

        Waiting limit = awaitWhy("t", Reason.LIMIT);

        assertThat(limit.message())
                .isEqualTo("limit \"imports\" blocks the task: 2 of 2 tasks of its key run; position 3 of 3 "
                        + "blocked tasks of its key");
        assertThat(limit.limit()).isEqualTo(new LimitKey("imports", "acme"));
        assertThat(limit.message()).doesNotContain("acme");
        assertThat(limit.until()).isNotNull();
        assertThat(awaitWhyOfQueue(Reason.LIMIT).message()).isEqualTo("3 tasks of the queue are blocked by limits");
    }

    @Test
    void a_rate_blocks_it() {
        limited(Limit.of("imports", "queue", 0, new Limit.Rate(1, Duration.ofHours(1))), delivery -> {});
        enqueueForTenant("a", "t");

        // the first task counts as running until its outcome is written
        await().untilAsserted(() -> assertThat(awaitWhy("t", Reason.LIMIT).message())
                .matches("limit \"imports\" blocks the task: 0 tasks of its key run, and 1 start counts for its rate, "
                        + "the oldest for another (59|60) min; position 1 of 1 blocked tasks of its key"));
        assertThat(why("t").get(0).until()).isBetween(Instant.now().plusSeconds(3_500),
                Instant.now().plusSeconds(3_601));
    }

    @Test
    void a_rate_blocks_it_while_other_tasks_of_its_key_run() {
        limited(Limit.of("imports", "queue", 9, new Limit.Rate(2, Duration.ofHours(1))), held);
        enqueueForTenant("a", "b", "t");

        await().untilAsserted(() -> assertThat(awaitWhy("t", Reason.LIMIT).message())
                .matches("limit \"imports\" blocks the task: 2 tasks of its key run, and 2 starts count for its rate, "
                        + "the oldest for another (59|60) min; position 1 of 1 blocked tasks of its key"));
        assertThat(inspector.queues().limits("default")).singleElement()
                .satisfies(state -> assertThat(state.allowed()).isNull());
    }

    @Test
    void the_key_of_its_limit_is_paused() {
        limited(Limit.of("imports", "header:tenant", 1, null), delivery -> {
            throw new RetryAfterException(Duration.ofMinutes(10));
        });
        enqueueForTenant("a");
        await().until(() -> redis.exists(DEFAULT.limitsClosed()));
        enqueueForTenant("t");

        Waiting paused = awaitWhy("t", Reason.LIMIT_PAUSED);

        assertThat(paused.message()).startsWith("limit \"imports\" blocks the task: its key is paused for another ");
        assertThat(paused.until()).isAfter(Instant.now().plusSeconds(500));
    }

    @Test
    void no_server_checks_the_key_of_its_limit() {
        limited(Limit.of("imports", "header:tenant", 1, null), held);
        enqueueForTenant("a", "t");
        awaitWhy("t", Reason.LIMIT);
        worker.shutdown(Duration.ZERO);
        channels.clear();
        channel(Map.of("default", 1), "other:", 1, POLICY, delivery -> {});
        // it starts the tasks of late keys, but only in its first run of a day
        config.janitorInterval(Duration.ofDays(1));
        redis.zadd(DEFAULT.limitsLooks(), 1, "imports gone");
        start();
        await().until(() -> redis.zscore(DEFAULT.limitsLooks(), "imports gone") == null);
        redis.zadd(DEFAULT.limitsLooks(), 1, "imports acme");

        assertThat(awaitWhy("t", Reason.LIMIT_UNCHECKED).until()).isNotNull();
    }

    @Test
    void it_waits_for_the_turn_of_its_key() {
        for (int i = 0; i < 20; i++) {
            enqueueForTenant("a" + i);
        }
        client.enqueue(task("t").header("tenant", "small"));
        limited(new Limit.FairBy("header:tenant"), held);
        await().until(() -> "scheduled".equals(state("a19")));

        Waiting turn = awaitWhy("a19", Reason.TURN);

        assertThat(turn.message()).matches("the task waits for the turn of its key, limit \"fair:header:tenant\": "
                + "\\d+ tasks of its key run; position \\d+ of \\d+ blocked tasks of its key");
    }

    @Test
    void its_server_died() throws Exception {
        channel("default", 1, held);
        start();
        enqueue("t");
        awaitHandled("t");
        assertThat(awaitWhy("t", Reason.NOTHING).message()).isEqualTo("the task runs");
        redis.zadd(DEFAULT.lease(), Instant.now().minusSeconds(5).getEpochSecond(), "t");

        assertThat(why("t")).extracting(Waiting::reason).contains(Reason.SERVER_DIED);
    }

    @Test
    void nothing_waits() {
        channel("default", 1, delivery -> {});
        start();
        client.enqueue(task("t").retention(Duration.ofHours(1)));
        await().until(() -> "completed".equals(state("t")));

        assertThat(awaitWhy("t", Reason.NOTHING).message()).isEqualTo("the task is completed");
        assertThat(awaitWhyOfQueue(Reason.NOTHING).message()).isEqualTo("no task of the queue waits");
    }
}
