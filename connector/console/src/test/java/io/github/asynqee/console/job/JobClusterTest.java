package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Jobs in a cluster with a dead node: only jobs that need the node wait. */
class JobClusterTest {

    private static final int SLOTS = 16_384;
    private static final int TASKS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start();
    private final ConsoleRedis redis = new ConsoleRedis("default", cluster.url(), Thread::new);
    private final JobStore store = new JobStore(redis.executor());
    private final List<AuditEntry> ended = new ArrayList<>();
    private final JobRunner runner = runner();
    private final Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobClusterTest::queries, Clock.systemUTC(),
            runner);

    private static QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), new Masking(List.of()).view());
    }

    private JobRunner runner() {
        return new JobRunner(redis.inspector(), redis.executor(), JobClusterTest::queries, JobChecks.NONE,
                Clock.systemUTC(),
                ended::add);
    }

    @BeforeEach
    void serveWhatIsThere() {
        cluster.nodes().forEach(node -> {
            try (Jedis jedis = new Jedis(node.host(), node.port())) {
                jedis.configSet("cluster-require-full-coverage", "no");
            }
        });
    }

    @AfterEach
    void close() {
        redis.close();
        cluster.close();
    }

    private int node(String key) {
        return JedisClusterCRC16.getSlot(key) * cluster.nodes().size() / SLOTS;
    }

    /** The first of the names from 0 on whose key is on a node. */
    private String nameOn(int node, String name, String key) {
        return IntStream.iterate(0, i -> i + 1).mapToObj(i -> name + i)
                .filter(each -> node(key.formatted(each)) == node).findFirst().orElseThrow();
    }

    private String queueOn(int node) {
        String queue = nameOn(node, "q", "asynq:{%s}");
        redis.client().enqueueAll(IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of("type", new byte[0]).queue(queue).id("t" + i)).toList());
        return queue;
    }

    /** Creates a job with an ID whose keys are on a node. */
    private String jobOn(int node, String name, String query) {
        String id = nameOn(node, name, "asynq:console:job:{%s}");
        store.create(StoredJob.create(id, new Job.Request(BulkAction.ARCHIVE, query, "test", null, true, null), "ann",
                TASKS, null, Instant.now()));
        return id;
    }

    private boolean isDone(String job) {
        runner.stepOfEach();
        return jobs.one(job).state() == JobState.DONE;
    }

    /** A node that has none of the keys. */
    private int without(String... keys) {
        List<Integer> used = List.of(keys).stream().map(this::node).toList();
        return IntStream.range(0, cluster.nodes().size()).filter(node -> !used.contains(node)).findFirst()
                .orElseThrow();
    }

    @Test
    void a_job_whose_queue_is_on_the_node_waits_and_says_so_and_a_job_on_the_node_is_left_out() {
        int down = without(JobStore.INDEX, "asynq:queues", "asynq:shards");
        int up = node(JobStore.INDEX);
        String good = jobOn(up, "before-", "queue:" + queueOn(up));
        String waiting = jobOn(up, "waiting-", "queue:" + queueOn(down));
        String unreadable = jobOn(down, "unreadable-", "queue:" + queueOn(up));
        EmbeddedRedis node = cluster.nodes().get(down);

        node.kill();

        await("the end of the job that needs no other node").atMost(LIMIT).until(() -> isDone(good));
        await("the note of the job that waits").atMost(LIMIT).until(() -> {
            runner.stepOfEach();
            return jobs.one(waiting).message() != null;
        });
        assertThat(jobs.one(waiting).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.one(waiting).message()).startsWith("Waiting: ").doesNotContain(String.valueOf(node.port()));
        assertThat(jobs.list().items()).extracting(Job::id).containsExactlyInAnyOrder(good, waiting);
        assertThat(jobs.list().unreadable()).isEqualTo(1);
        assertThat(jobs.all()).extracting(Job::id).doesNotContain(unreadable);

        node.restart();
        await("the end of the job that waited").atMost(LIMIT).until(() -> isDone(waiting));
        assertThat(jobs.one(waiting).message()).isNull();
        assertThat(jobs.list().unreadable()).isNull();
    }
}
