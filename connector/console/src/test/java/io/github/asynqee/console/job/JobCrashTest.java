package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** The process that runs a job is killed; another one completes the job. */
@SomeDays(oneIn = 3)
class JobCrashTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int TASKS = 900;
    private static final long PACE = 300;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A node: runs jobs until it is killed. */
    static final class Node {

        public static void main(String[] args) {
            ConsoleRedis redis = new ConsoleRedis("default", args[0], Thread::new);
            runner(redis).start(Thread::new);
        }
    }

    private static JobRunner runner(ConsoleRedis redis) {
        return new JobRunner(redis.inspector(), redis.executor(), JobCrashTest::queries, JobChecks.NONE,
                Clock.systemUTC(),
                entry -> {});
    }

    private static QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), new Masking(List.of()).view());
    }

    private static Process start(Path directory) throws IOException {
        File log = directory.resolve("node.log").toFile();
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Node.class.getName(), REDIS.url()).redirectErrorStream(true)
                .redirectOutput(log).start();
    }

    /** A node begins a job and is killed, another one completes it. */
    private static void crash(ConsoleRedis redis, Jobs jobs, Job job, Path directory) throws Exception {
        Process node = start(directory);
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            // the node pauses between steps; its lease expires soon
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(20)).until(() -> jobs.one(job.id()).changed() >= PACE
                    && jedis.pttl("asynq:console:job:{" + job.id() + "}:lease") <= 1_000);
        } finally {
            node.destroyForcibly().waitFor();
        }
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(redis.inspector().queues().info("q").archived()).isBetween(1, TASKS - 1);

        try (JobRunner runner = runner(redis)) {
            runner.start(Thread::new);
            await().atMost(LIMIT).until(() -> jobs.one(job.id()).state().isEnd());
        }
    }

    @Test
    void no_task_is_lost_or_changed_twice(@TempDir Path directory) throws Exception {
        REDIS.clear();
        try (ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new)) {
            List<Task<byte[]>> tasks = IntStream.range(0, TASKS)
                    .mapToObj(i -> Task.of("mail", new byte[0]).queue("q").id("t" + i)).toList();
            redis.client().enqueueAll(tasks);
            Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobCrashTest::queries, Clock.systemUTC(),
                    runner(redis));
            Job job = jobs.create(new Job.Request(BulkAction.ARCHIVE, "type:mail OR x", "crash", null, true, PACE),
                    "ann");

            crash(redis, jobs, job, directory);

            Job done = jobs.one(job.id());
            assertThat(done.state()).isEqualTo(JobState.DONE);
            assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(TASKS);
            assertThat(redis.inspector().queues().info("q").pending()).isZero();
            assertThat(done.failed()).isZero();
            // a step whose tasks were changed but not counted is not repeated
            assertThat(done.changed()).isBetween(TASKS - PACE, (long) TASKS);
            assertThat(done.changed() == TASKS || done.atLeast() != null).isTrue();

            Job undo = jobs.undo(job.id(), "ann");
            crash(redis, jobs, undo, directory);

            Job undone = jobs.one(undo.id());
            assertThat(undone.state()).isEqualTo(JobState.DONE);
            assertThat(undone.failed()).isZero();
            assertThat(redis.inspector().queues().info("q").archived()).isZero();
            assertThat(redis.inspector().tasks().list("q", TaskState.PENDING, 1, 2 * TASKS))
                    .extracting(t -> t.info().id())
                    .doesNotHaveDuplicates().hasSize(TASKS);
        }
    }
}
