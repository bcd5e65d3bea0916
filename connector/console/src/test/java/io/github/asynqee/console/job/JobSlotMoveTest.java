package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.fixtures.StoredState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The slots of the tasks, of the jobs and of their list move back and forth while two nodes run the jobs. */
@Timeout(240)
class JobSlotMoveTest {

    private static final int TASKS = 300;
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String QUEUE_KEY = "asynq:{q}:pending";

    private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
    private final Queue<AuditEntry> ended = new ConcurrentLinkedQueue<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicInteger movesOfQueue = new AtomicInteger();
    private final ConsoleRedis redis = new ConsoleRedis("default", cluster.url(), Thread::new);
    private final ConsoleRedis other = new ConsoleRedis("default", cluster.url(), Thread::new);
    private final JobRunner runner = runner(redis);
    private final Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobSlotMoveTest::queries, Clock.systemUTC(),
            runner);
    private volatile boolean stopped;

    private static QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), new Masking(List.of()).view());
    }

    private JobRunner runner(ConsoleRedis node) {
        return new JobRunner(node.inspector(), node.executor(), JobSlotMoveTest::queries, JobChecks.NONE,
                Clock.systemUTC(),
                ended::add);
    }

    @AfterEach
    void close() {
        stopped = true;
        pool.shutdownNow();
        redis.close();
        other.close();
        cluster.close();
    }

    private void enqueue(String type) {
        redis.client().enqueueAll(IntStream.range(0, TASKS).mapToObj(i -> {
            Task<byte[]> task = Task.of(type, new byte[0]).queue("q").id(type + i);
            return i % 2 == 0 ? task : task.processIn(Duration.ofHours(1));
        }).toList());
    }

    private String create(BulkAction action, String type) {
        return jobs.create(new Job.Request(action, "queue:q type:" + type, "test", String.valueOf(TASKS), true, null),
                "ann").id();
    }

    private Future<?> repeat(Runnable action) {
        return pool.submit(() -> {
            while (!stopped) {
                action.run();
            }
        });
    }

    private void move(int slot) {
        List<EmbeddedRedis> nodes = cluster.nodes();
        EmbeddedRedis next = nodes.get((nodes.indexOf(SlotMove.masterOf(nodes, slot)) + 1) % nodes.size());
        try (SlotMove move = SlotMove.begin(nodes, slot, next)) {
            move.end(20);
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }

    private void moveAll(List<String> ids) {
        int queue = SlotMove.slotOf(QUEUE_KEY);
        List<Integer> slots = new ArrayList<>(List.of(SlotMove.slotOf(JobStore.INDEX)));
        ids.forEach(id -> slots.add(SlotMove.slotOf("asynq:console:job:{" + id + "}")));
        for (int slot : slots) {
            move(slot);
            move(queue);
            movesOfQueue.incrementAndGet();
        }
    }

    /** Repeats a call as a user does who reads that a slot is moving. */
    private static <T> T persistently(Supplier<T> call) {
        List<T> results = new ArrayList<>();
        await("Redis answers").atMost(LIMIT).until(() -> {
            try {
                results.add(call.get());
            } catch (BrokerException e) {
                assertThat(e).hasMessageNotContaining("WRONGTYPE");
            }
            return !results.isEmpty();
        });
        return results.get(0);
    }

    private Job one(String id) {
        return persistently(() -> jobs.one(id));
    }

    @Test
    void each_job_changes_all_its_tasks_and_no_others() throws Exception {
        List.of("archive", "undo", "delete", "run", "stay").forEach(this::enqueue);
        Map<String, String> ids = Map.of("archive", create(BulkAction.ARCHIVE, "archive"), "undo",
                create(BulkAction.ARCHIVE, "undo"), "delete", create(BulkAction.DELETE, "delete"), "run",
                create(BulkAction.RUN, "run"));
        Future<?> mover = repeat(() -> moveAll(List.copyOf(ids.values())));
        await("the slot of the queue moves").atMost(LIMIT).until(() -> movesOfQueue.get() > 0);
        JobRunner second = runner(other);
        List<Future<?>> nodes = List.of(repeat(runner::stepOfEach), repeat(second::stepOfEach));

        await("the end of the job to be undone").atMost(LIMIT).until(() -> one(ids.get("undo")).state().isEnd());
        String undo = persistently(() -> jobs.undo(ids.get("undo"), "bob")).id();
        await("the end of all jobs").atMost(LIMIT).until(
                () -> one(undo).state().isEnd() && ids.values().stream().allMatch(id -> one(id).state().isEnd()));
        int atEnd = movesOfQueue.get();
        await("another move").atMost(LIMIT).until(() -> movesOfQueue.get() > atEnd);

        stopped = true;
        mover.get(60, TimeUnit.SECONDS);
        for (Future<?> activity : nodes) {
            activity.get(60, TimeUnit.SECONDS);
        }
        assertThat(jobs.all()).allSatisfy(job -> {
            assertThat(job.state()).as(job.toString()).isEqualTo(JobState.DONE);
            assertThat(job.failed()).as(job.toString()).isZero();
            assertThat(job.changed()).as(job.toString()).isLessThanOrEqualTo(job.action() == BulkAction.RUN
                    ? TASKS / 2 : TASKS);
            assertThat(job.atLeast() != null || job.changed() + job.skipped() == TASKS).as(job.toString()).isTrue();
        });
        assertThat(ended.stream().map(AuditEntry::detail).map(detail -> detail.replaceAll("^job ([^:]+):.*", "$1")))
                .contains(undo).containsAll(ids.values());
        assertStates();
    }

    private void assertStates() {
        StoredState state = StoredState.of(cluster.nodes());
        assertThat(state.violations()).isEmpty();
        Map<String, Long> counts = state.tasks("q").entrySet().stream().collect(Collectors.groupingBy(
                task -> task.getKey().replaceAll("\\d+", "") + " " + task.getValue(), Collectors.counting()));
        long half = TASKS / 2;
        assertThat(counts).containsExactlyInAnyOrderEntriesOf(Map.of("archive archived", 2 * half, "undo pending",
                half, "undo scheduled", half, "run pending", 2 * half, "stay pending", half, "stay scheduled", half));
    }
}
