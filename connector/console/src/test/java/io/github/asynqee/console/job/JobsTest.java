package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Previews and the steps of jobs. */
class JobsTest extends JobFixture {

    @Test
    void a_preview_counts_and_writes_nothing() {
        Jobs.Preview preview = jobs.preview(BulkAction.DELETE, "-type:odd", null);

        assertThat(preview.matching()).isEqualTo(TASKS / 2);
        assertThat(preview.complete()).isTrue();
        assertThat(preview.needsTyped()).isTrue();
        assertThat(preview.sample()).allSatisfy(task -> assertThat(task.info().type()).isEqualTo("even"));
        assertThat(preview.q()).isEqualTo("-type:odd");
        assertThat(preview.next()).isNull();
        assertThat(jobs.all()).isEmpty();
        assertThat(jobs.preview(BulkAction.ARCHIVE, "-type:odd", null).needsTyped()).isFalse();
    }

    @Test
    void archiving_more_than_an_archive_keeps_needs_the_number_and_the_right_to_delete() {
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.eval("for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], i, 'old' .. i) end", 1,
                    "asynq:{q}:archived", String.valueOf(Jobs.MAX_ARCHIVED - 1));
        }
        Jobs.Preview preview = jobs.preview(BulkAction.ARCHIVE, "state:pending -type:odd", null);
        assertThat(preview.archives()).containsExactly(new Jobs.Archive("q", TASKS / 2, 1));
        assertThat(preview.needsTyped()).isTrue();
        Job.Request untyped = new Job.Request(BulkAction.ARCHIVE, "state:pending -type:odd", "x", null, true, null);
        Job.Request forbidden = new Job.Request(BulkAction.ARCHIVE, "state:pending -type:odd", "x",
                String.valueOf(TASKS / 2), false, null);

        assertThatThrownBy(() -> jobs.create(untyped, "root")).isInstanceOfSatisfying(ProblemException.class,
                problem -> assertThat(problem.problem().status()).isEqualTo(409));
        assertThatThrownBy(() -> jobs.create(forbidden, "ann")).isInstanceOfSatisfying(ProblemException.class,
                problem -> assertThat(problem.problem().status()).isEqualTo(403))
                .hasMessageContaining("\"q\", which has room for 1 more");
        assertThat(jobs.all()).isEmpty();

        assertThat(jobs.preview(BulkAction.ARCHIVE, "id:t1198", null).needsTyped()).as("one fits").isFalse();
        assertThat(jobs.preview(BulkAction.RUN, "", null).archives()).isEmpty();
        create(BulkAction.ARCHIVE, "state:pending -type:odd", "x", String.valueOf(TASKS / 2));
    }

    @Test
    void an_archive_counts_only_what_comes_to_it() {
        fill("full", Jobs.MAX_ARCHIVED);
        fill("q", Jobs.MAX_ARCHIVED - TASKS / 2);
        Job.Request fits = new Job.Request(BulkAction.ARCHIVE, "state:pending type:odd", "x", null, false, null);
        assertThat(jobs.create(fits, "ann").matching()).as("the full archive is that of another queue")
                .isEqualTo(TASKS / 2);
        runAll();

        Job.Request again = new Job.Request(BulkAction.ARCHIVE, "queue:q type:odd", "x", null, false, null);
        assertThat(jobs.preview(BulkAction.ARCHIVE, "queue:q type:odd", null).archives())
                .as("those that are there do not come").isEmpty();
        assertThat(jobs.create(again, "ann").matching()).isEqualTo(TASKS / 2);
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            assertThat(jedis.zcard("asynq:{q}:archived")).isEqualTo(Jobs.MAX_ARCHIVED);
        }
    }

    private static void fill(String queue, int archived) {
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.sadd("asynq:queues", queue);
            long now = System.currentTimeMillis() / 1000;
            jedis.eval("for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], ARGV[2], 'old' .. i) end", 1,
                    "asynq:{" + queue + "}:archived", String.valueOf(archived), String.valueOf(now));
        }
    }

    @Test
    void a_count_in_parts_is_confirmed_with_the_number() {
        Jobs.Preview part = new Jobs.Preview("", 5, 10, false, "next", Duration.ZERO, List.of(),
                List.of(new Jobs.Archive("q", 5, TASKS)), true);

        assertThat(part.mayDrop(TASKS)).isFalse();
        assertThat(part.mayDrop(TASKS + 1)).isTrue();
        assertThat(part.mayDrop(Long.MAX_VALUE)).as("without a number").isTrue();
    }

    @Test
    void a_job_changes_what_matches_in_steps() {
        Job job = create(BulkAction.ARCHIVE, "-type:odd", "why not", null);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.total()).isEqualTo(TASKS);

        assertThat(runner.stepOfEach()).isTrue();
        assertThat(jobs.one(job.id()).changed()).isPositive().isLessThan(TASKS / 2);
        while (runner.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        }

        Job done = jobs.one(job.id());
        assertThat(done.state()).isEqualTo(JobState.DONE);
        assertThat(done.changed()).isEqualTo(TASKS / 2);
        assertThat(done.matching()).isEqualTo(TASKS / 2);
        assertThat(done.failed()).isZero();
        assertThat(done.atLeast()).isNull();
        assertThat(pending()).isEqualTo(TASKS / 2);
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(TASKS / 2);
        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("ann");
            assertThat(entry.count()).isEqualTo(TASKS / 2);
        });
        assertThat(runner.stepOfEach()).isFalse();
    }

    @Test
    void durations_of_a_query_count_from_the_start_of_the_job() {
        Job job = create(BulkAction.ARCHIVE, "age>1h", "not now", null);
        Clock late = Clock.offset(Clock.systemUTC(), Duration.ofHours(2));
        JobRunner other = new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries, JobChecks.NONE, late,
                ended::add);

        while (other.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        }

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(pending()).isEqualTo(TASKS);
    }

    @Test
    void what_is_kept_of_a_job_expires() {
        Job job = create(BulkAction.ARCHIVE, "-type:odd", "why not", null);
        String key = "asynq:console:job:{" + job.id() + "}";
        assertThat(expiring("asynq:console:job:*")).containsExactly(key);

        runAll();
        assertThat(expiring("asynq:console:job:*")).contains(key).allMatch(name -> name.startsWith(key));
    }

    @Test
    void another_node_goes_on_when_the_lease_of_a_dead_one_has_ended() {
        Job job = create(BulkAction.DELETE, "", "crash", String.valueOf(TASKS));
        runner.stepOfEach();
        long changed = jobs.one(job.id()).changed();
        assertThat(changed).isPositive();
        // the first node dies within its second step
        assertThat(store.claim(job.id(), "dead")).isTrue();

        JobRunner other = runner();
        assertThat(other.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(changed);
        store.release(job.id(), "dead", 0);
        while (other.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        }
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
        assertThat(pending()).isZero();
    }

    @Test
    void a_node_that_has_lost_the_lease_writes_nothing() {
        Job job = create(BulkAction.ARCHIVE, "", "late", null);
        assertThat(store.claim(job.id(), "new")).isTrue();

        assertThat(store.save(job.id(), "old", Map.of("changed", "5"), List.of("{}"))).isFalse();

        assertThat(jobs.one(job.id()).changed()).isZero();
        assertThat(jobs.failures(job.id())).isEmpty();
        store.release(job.id(), "old", 0);
        assertThat(store.claim(job.id(), "third")).isFalse();
        assertThat(store.save(job.id(), "new", Map.of("changed", "5"), List.of("{\"a\":1}"))).isTrue();
        assertThat(jobs.failures(job.id())).containsExactly("{\"a\":1}");
    }

    @Test
    void a_paused_job_rests_and_a_cancelled_one_is_over() {
        Job job = create(BulkAction.ARCHIVE, "", "slowly", null);
        runner.stepOfEach();
        Job paused = jobs.pause(job.id(), "bob");
        assertThat(paused.state()).isEqualTo(JobState.PAUSED);
        assertThat(paused.message()).isEqualTo("paused by bob");

        assertThat(runner.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(paused.changed());
        assertThat(jobs.resume(job.id(), false).state()).isEqualTo(JobState.RUNNING);
        assertThat(runner.stepOfEach()).isTrue();
        Job cancelled = jobs.cancel(job.id(), "bob");
        assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
        assertThat(runner.stepOfEach()).isFalse();
        assertThat(pending()).isEqualTo((int) (TASKS - cancelled.changed()));
        assertThatThrownBy(() -> jobs.resume(job.id(), false)).isInstanceOf(ProblemException.class);
    }

    @Test
    void a_job_of_a_restricted_user_ends_at_his_queues_and_is_not_seen_by_others() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("other").id("t"));
        Jobs ofQ = within("q");
        Job job = ofQ.create(new Job.Request(BulkAction.ARCHIVE, "", "mine", null, true, null), "ann");
        Job named = ofQ.create(new Job.Request(BulkAction.DELETE, "queue:other", "not mine", null, true, null), "ann");
        assertThat(job.matching()).isEqualTo(TASKS);
        // a queue that comes later does not change the walk of the job
        redis.client().enqueue(Task.of("even", new byte[0]).queue("a-new").id("t"));
        while (runner.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isIn(JobState.RUNNING, JobState.DONE);
        }

        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
        assertThat(jobs.one(named.id()).state()).isEqualTo(JobState.DONE);
        assertThat(redis.inspector().queues().info("other").pending()).isEqualTo(1);
        assertThat(redis.inspector().queues().info("a-new").pending()).isEqualTo(1);
        Job ofAll = jobs.create(new Job.Request(BulkAction.RUN, "", "all", null, true, null), "root");
        assertThat(ofQ.all()).extracting(Job::id).containsExactlyInAnyOrder(job.id(), named.id());
        assertThatThrownBy(() -> ofQ.cancel(ofAll.id(), "ann")).isInstanceOf(ProblemException.class);
        assertThat(within("other").all()).isEmpty();
        assertThat(jobs.all()).hasSize(3);
    }

    @Test
    void a_restricted_user_cancels_no_task_whose_id_runs_in_a_queue_that_he_may_not_see() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("other").id("t0"));
        Instant now = Instant.now();
        String server = "{h:1:s}";
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            activate(jedis, "q", "t0");
            activate(jedis, "q", "t2");
            activate(jedis, "other", "t0");
            jedis.set(("asynq:servers:" + server).getBytes(), new ServerInfo("h", 1, "s", 1, Map.of("other", 1),
                    false, "active", now, 1).toBytes());
            jedis.zadd("asynq:servers", now.getEpochSecond() + 600, "asynq:servers:" + server);
            jedis.hset(("asynq:workers:" + server).getBytes(), "t0".getBytes(),
                    new WorkerInfo("h", 1, "s", "t0", "even", new byte[0], "other", now, now).toBytes());
            jedis.zadd("asynq:workers", now.getEpochSecond() + 600, "asynq:workers:" + server);

            Job job = within("q").create(new Job.Request(BulkAction.CANCEL, "state:active", "x", null, true, null),
                    "ann");
            runAll();

            assertThat(jobs.one(job.id()).changed()).isEqualTo(1);
            assertThat(jobs.one(job.id()).failed()).isEqualTo(1);
            assertThat(jobs.failures(job.id())).singleElement(as(InstanceOfAssertFactories.STRING))
                    .contains("\"t0\"", "its ID is not unique");
            assertThat(jedis.hexists("asynq:{q}:t:t0", "asynqee:bulk")).isFalse();
            assertThat(jedis.hexists("asynq:{q}:t:t2", "asynqee:bulk")).isTrue();
            Job ofAll = create(BulkAction.CANCEL, "queue:q id:t0 state:active", "all", null);
            runAll();
            assertThat(jobs.one(ofAll.id()).changed()).isEqualTo(1);
        }
    }

    private static void activate(Jedis jedis, String queue, String id) {
        String keys = "asynq:{" + queue + "}:";
        jedis.lrem(keys + "pending", 1, id);
        jedis.lpush(keys + "active", id);
        jedis.zadd(keys + "lease", Instant.now().getEpochSecond() + 600, id);
        jedis.hset(keys + "t:" + id, "state", "active");
    }

    @Test
    void looking_writes_nothing() {
        Map<String, String> before = keySpace();

        jobs.preview(BulkAction.DELETE, "type:odd OR id:7", null);

        assertThat(before).hasSizeGreaterThan(TASKS);
        assertThat(keySpace()).isEqualTo(before);
    }

    @Test
    void alternatives_are_changed_and_each_task_is_checked_again() {
        Job job = create(BulkAction.ARCHIVE, "queue:q (id:t111 OR (type:odd id:t112)) -id:t1110", "or", null);
        while (runner.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        }

        // t111, t1111 to t1119, and the odd ones of t1120 to t1129
        assertThat(jobs.one(job.id()).changed()).isEqualTo(15);
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(15);
    }
}
