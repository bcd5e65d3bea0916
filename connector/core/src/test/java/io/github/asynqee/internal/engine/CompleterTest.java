package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import io.github.asynqee.Task;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.OutcomeWriter;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

/** Outcomes that cannot be written for a while keep no other waiting. */
class CompleterTest extends WorkerTest {

    private static final QueueKeys DEAD = QueueKeys.of("dead");
    private static final QueueKeys LIVE = QueueKeys.of("live");

    private final AtomicInteger refused = new AtomicInteger();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean down = true;

    /** The broker, which fails to write some outcomes while it is down. */
    private Broker failing(Predicate<Lease> which, BrokerException error) {
        WorkerCommands working = broker.workerCommands();
        return Interception.ofWorkerCommands(broker, (method, args) -> !method.getName().equals("write") ? null
                : ((List<?>) args[0]).stream().map(Settlement.class::cast).map(settlement -> {
                    if (down && which.test(settlement.lease())) {
                        refused.incrementAndGet();
                        return new Settlement.Result.Failed(error);
                    }
                    return working.write(List.of(settlement)).get(0);
                }).toList());
    }

    private void enqueue(String queue, String id) {
        client.enqueue(Task.of("email:welcome", "{}").id(id).queue(queue));
    }

    private void oneAfterTheOther(String queue, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            enqueue(queue, queue + "-" + i);
            awaitHandled(queue + "-" + i);
        }
    }

    private void threadsAreKnown() {
        config.threads(work -> {
            Thread thread = new Thread(work);
            threads.add(thread);
            return thread;
        });
    }

    private Thread completing() {
        return threads.stream().filter(thread -> thread.getName().equals("asynq-completer")).findAny().orElseThrow();
    }

    @Test
    void an_outcome_that_comes_after_the_end_is_not_waited_for() {
        TaskEvents events = new TaskEvents(TaskListener.NONE, broker.clock());
        Completer completer = new Completer(broker.workerCommands(), broker.clock(), events,
                new WorkerMetrics(() -> 0, () -> 0, List.of(), null), AttemptRecorder.OFF);
        TaskSettler settler = new TaskSettler(broker, task -> null, new InFlight(), queue -> completer,
                new DeadLetterSender(broker, task -> null), events, queue -> {});
        enqueue("live", "late");
        TaskDelivery delivery = new TaskDelivery(broker.workerCommands().dequeue("live", 1).leases().get(0), 1,
                broker.clock(), new ChannelMetrics("c", () -> 0, () -> 0, () -> 0).consumed("live", "email:welcome"),
                settler);
        completer.end();

        assertThat(delivery.settle(new Outcome.Done())).succeedsWithin(Duration.ofSeconds(20));
        assertThat(delivery.isDone()).isFalse();
    }

    @Test
    void a_queue_that_cannot_be_reached_keeps_no_other_waiting() throws Exception {
        channel("dead", 1, delivery -> {});
        channel("live", 1, delivery -> {});
        worker = start(failing(lease -> lease.queue().equals("dead"), new BrokerUnavailableException("down", null)),
                channels);
        enqueue("dead", "stuck");
        awaitHandled("stuck");
        await().untilAsserted(() -> assertThat(refused).hasValueGreaterThan(3));
        int before = refused.get();

        oneAfterTheOther("live", 20);

        assertThat(refused).hasValueLessThan(before + 4);
        assertThat(redis.hget(DEAD.task("stuck"), "state")).isEqualTo("active");
        down = false;
        await().untilAsserted(() -> assertThat(redis.exists(DEAD.task("stuck"))).isFalse());
    }

    @Test
    void however_many_cannot_be_written_others_are() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("dead", 600, delivery -> release.await());
        channel("live", 1, delivery -> {});
        worker = start(failing(lease -> lease.queue().equals("dead"), new BrokerUnavailableException("down", null)),
                channels);
        for (int i = 0; i < 600; i++) {
            enqueue("dead", "stuck-" + i);
        }
        for (int i = 0; i < 600; i++) {
            assertThat(handled.poll(20, TimeUnit.SECONDS)).startsWith("stuck-");
        }
        release.countDown();
        await().untilAsserted(() -> assertThat(refused).hasPositiveValue());

        oneAfterTheOther("live", 3);
        await().untilAsserted(() -> assertThat(redis.exists(LIVE.active())).isFalse());

        assertThat(redis.llen(DEAD.active())).isEqualTo(600);
        down = false;
        await().untilAsserted(() -> assertThat(redis.exists(DEAD.active(), DEAD.lease())).isZero());
    }

    @Test
    @SomeDays(oneIn = 3)
    void while_very_many_outcomes_of_a_queue_cannot_be_written_its_tasks_are_not_run() throws Exception {
        channel("dead", 1, delivery -> {});
        channel("live", 1, delivery -> {});
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            tasks.add(Task.of("email:welcome", "{}").id("stuck-" + i).queue("dead"));
        }
        client.enqueueAll(tasks);
        worker = start(failing(lease -> lease.queue().equals("dead"), new BrokerUnavailableException("down", null)),
                channels);

        await().untilAsserted(() -> assertThat(refused).hasValueGreaterThan(3));
        await().untilAsserted(() -> assertThat(handled).hasSizeGreaterThan(500));
        for (int i = 0; i < 20; i++) {
            String live = "live-" + i;
            enqueue("live", live);
            await().untilAsserted(() -> assertThat(handled).contains(live));
        }
        // only the recoveries that had begun before there were too many
        assertThat(redis.llen(DEAD.pending())).isGreaterThan(3_000);

        down = false;
        await().untilAsserted(() -> assertThat(redis.exists(DEAD.pending(), DEAD.active(), DEAD.lease())).isZero());
        assertThat(count(DEAD.processed())).isEqualTo(5_000);
    }

    @Test
    void an_outcome_that_redis_refuses_keeps_no_other_of_its_queue_waiting() throws Exception {
        channel("dead", 2, delivery -> {});
        worker = start(failing(lease -> lease.id().equals("poison"), new BrokerException("WRONGTYPE", null)), channels);
        enqueue("dead", "poison");
        awaitHandled("poison");
        await().untilAsserted(() -> assertThat(refused).hasValueGreaterThan(3));
        int before = refused.get();

        oneAfterTheOther("dead", 20);

        assertThat(refused).hasValueLessThan(before + 4);
        await().untilAsserted(() -> assertThat(redis.lrange(DEAD.active(), 0, -1)).containsExactly("poison"));
        down = false;
        await().untilAsserted(() -> assertThat(redis.exists(DEAD.task("poison"))).isFalse());
    }

    @Test
    void a_shutdown_tries_what_could_not_be_written_once_more() throws Exception {
        threadsAreKnown();
        channel("dead", 1, delivery -> {});
        worker = start(failing(lease -> lease.queue().equals("dead"), new BrokerUnavailableException("down", null)),
                channels);
        enqueue("dead", "stuck");
        awaitHandled("stuck");
        await().untilAsserted(() -> assertThat(refused).hasValueGreaterThan(3));

        down = false;
        // a try that was refused before the shutdown has ended before it
        Thread completing = completing();
        await().untilAsserted(() -> assertThat(completing.getState()).isIn(Thread.State.TIMED_WAITING,
                Thread.State.WAITING));
        worker.shutdown(Duration.ZERO);

        assertThat(redis.exists(DEAD.task("stuck"))).isFalse();
        assertThat(worker.inFlight()).isZero();
    }

    @Test
    void with_nothing_to_write_the_thread_rests_until_it_is_stopped() throws Exception {
        threadsAreKnown();
        channel("live", 1, delivery -> {});
        start();
        oneAfterTheOther("live", 3);
        Thread completing = completing();

        await().untilAsserted(() -> assertThat(completing.getState()).isEqualTo(Thread.State.WAITING));

        worker.shutdown(FIVE_SECONDS);
        assertThat(completing.isAlive()).isFalse();
        assertThat(redis.exists(LIVE.active())).isFalse();
    }

    @Test
    void of_outcomes_dropped_in_outages_one_is_logged_and_the_others_at_the_stop() throws Exception {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(DefaultAsynqClient.of(broker));
        channel("dead", 1, delivery -> {});
        try (RecordedLog log = new RecordedLog(OutcomeWriter.class)) {
            worker = start(failing(lease -> true, new BrokerUnavailableException("down", null)), channels);
            lose(12, clock, log);
            down = false;
            enqueue("dead", "good");
            awaitHandled("good");
            down = true;
            lose(12, clock, log);
            worker.shutdown(Duration.ZERO);

            assertThat(log.lines()).filteredOn(line -> !line.contains("more outcomes")).hasSizeLessThan(4);
            assertThat(log.lines()).last().asString().contains("more outcomes of queue dead");
        }
    }

    @Test
    void an_outcome_whose_reply_was_lost_is_known_to_be_written_at_the_second_try() throws Exception {
        WorkerCommands working = broker.workerCommands();
        AtomicBoolean lost = new AtomicBoolean();
        Broker losing = Interception.ofWorkerCommands(broker, (method, args) -> {
            if (!method.getName().equals("write")) {
                return null;
            }
            List<Settlement> all = ((List<?>) args[0]).stream().map(Settlement.class::cast).toList();
            List<Settlement.Result> results = working.write(all);
            return all.isEmpty() || lost.getAndSet(true) ? results
                    : Collections.nCopies(all.size(),
                            new Settlement.Result.Failed(new AmbiguousResultException("no reply", null)));
        });
        CountDownLatch confirmed = new CountDownLatch(1);
        channel("live", 1, delivery -> delivery.fail(new Exception("boom")).thenRun(confirmed::countDown));

        try (RecordedLog log = new RecordedLog(Completer.class)) {
            worker = start(losing, channels);
            enqueue("live", "t1");
            awaitSignal(confirmed);

            assertThat(log.lines()).noneMatch(line -> line.contains("was not written"));
        }
        assertThat(redis.zrange(LIVE.retry(), 0, -1)).containsExactly("t1");
    }

    @Test
    void an_outcome_that_cannot_be_encoded_harms_none_of_its_batch() throws Exception {
        WorkerCommands working = broker.workerCommands();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch settled = new CountDownLatch(4);
        channel("live", 4, delivery -> {
            delivery.succeed();
            settled.countDown();
        });
        worker = start(Interception.ofWorkerCommands(broker, (method, args) -> {
            if (!method.getName().equals("write")) {
                return null;
            }
            List<Settlement> all = ((List<?>) args[0]).stream().map(Settlement.class::cast).toList();
            assertThat(release).satisfies(CompleterTest::awaitSignal);
            if (all.stream().anyMatch(settlement -> settlement.lease().id().equals("poison"))) {
                throw new IllegalArgumentException("cannot be encoded");
            }
            return working.write(all);
        }), channels);

        for (String id : List.of("first", "good", "poison", "fine")) {
            enqueue("live", id);
        }
        awaitSignal(settled);
        release.countDown();

        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
        assertThat(redis.lrange(LIVE.active(), 0, -1)).containsExactly("poison");
    }

    @Test
    void an_outcome_whose_lease_is_gone_names_both_causes() throws Exception {
        // an active task without a lease would get another one from the recovery
        channel("live", 1, delivery -> redis.del(LIVE.active(), LIVE.lease()));
        try (RecordedLog log = new RecordedLog(Completer.class)) {
            start();
            enqueue("live", "t1");

            await().untilAsserted(() -> assertThat(log.lines()).singleElement().asString().contains("was not written: ")
                    .contains("another worker has the task or Redis has lost its data"));
        }
    }

    private void lose(int count, ManualClock clock, RecordedLog log) throws InterruptedException {
        int before = log.lines().size();
        for (int i = 0; i < count; i++) {
            enqueue("dead", "lost-" + before + "-" + i);
            awaitHandled("lost-" + before + "-" + i);
        }
        clock.advance(Duration.ofSeconds(60));
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
    }
}
