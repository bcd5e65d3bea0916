package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobsTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int TASKS = 1_200;

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final List<AuditEntry> ended = new ArrayList<>();
    private final JobRunner runner = runner();
    private final Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobsTest::queries, Clock.systemUTC(),
            runner);
    private final JobStore store = new JobStore(redis.executor());

    private static QueryParser queries(Instant now) {
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), bytes -> new String(bytes, StandardCharsets.UTF_8),
                false);
    }

    private JobRunner runner() {
        return new JobRunner(redis.inspector(), redis.executor(), JobsTest::queries, Clock.systemUTC(), ended::add);
    }

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        List<Task<byte[]>> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(Task.of(i % 2 == 0 ? "even" : "odd", new byte[0]).queue("q").id("t" + i));
        }
        assertThat(redis.client().enqueueAll(tasks)).hasSize(TASKS);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    private int pending() {
        return redis.inspector().queue("q").pending();
    }

    @Test
    void a_preview_counts_and_writes_nothing() {
        Jobs.Preview preview = jobs.preview(BulkAction.DELETE, "-type:odd");

        assertThat(preview.matching()).isEqualTo(TASKS / 2);
        assertThat(preview.complete()).isTrue();
        assertThat(preview.needsTyped()).isTrue();
        assertThat(preview.sample()).allSatisfy(task -> assertThat(task.info().type()).isEqualTo("even"));
        assertThat(jobs.all()).isEmpty();
        assertThat(jobs.preview(BulkAction.ARCHIVE, "-type:odd").needsTyped()).isFalse();
    }

    @Test
    void a_job_changes_what_matches_in_steps() {
        Job job = jobs.create(BulkAction.ARCHIVE, "-type:odd", "why not", null, "ann");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);

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
        assertThat(pending()).isEqualTo(TASKS / 2);
        assertThat(redis.inspector().queue("q").archived()).isEqualTo(TASKS / 2);
        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("ann");
            assertThat(entry.count()).isEqualTo(TASKS / 2);
        });
        assertThat(runner.stepOfEach()).isFalse();
    }

    @Test
    void another_node_goes_on_when_the_lease_of_a_dead_one_has_ended() {
        Job job = jobs.create(BulkAction.DELETE, "", "crash", String.valueOf(TASKS), "ann");
        runner.stepOfEach();
        long changed = jobs.one(job.id()).changed();
        assertThat(changed).isPositive();
        // the first node dies within its second step
        assertThat(store.claim(job.id(), "dead")).isTrue();

        JobRunner other = runner();
        assertThat(other.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(changed);
        store.release(job.id(), "dead");
        while (other.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        }
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
        assertThat(pending()).isZero();
    }

    @Test
    void a_node_that_has_lost_the_lease_writes_nothing() {
        Job job = jobs.create(BulkAction.ARCHIVE, "", "late", null, "ann");
        assertThat(store.claim(job.id(), "new")).isTrue();

        assertThat(store.save(job.id(), "old", Map.of("changed", "5"), List.of("{}"))).isFalse();

        assertThat(jobs.one(job.id()).changed()).isZero();
        assertThat(jobs.failures(job.id())).isEmpty();
        store.release(job.id(), "old");
        assertThat(store.claim(job.id(), "third")).isFalse();
        assertThat(store.save(job.id(), "new", Map.of("changed", "5"), List.of("{\"a\":1}"))).isTrue();
        assertThat(jobs.failures(job.id())).containsExactly("{\"a\":1}");
    }

    @Test
    void a_paused_job_rests_and_a_cancelled_one_is_over() {
        Job job = jobs.create(BulkAction.ARCHIVE, "", "slowly", null, "ann");
        runner.stepOfEach();
        Job paused = jobs.pause(job.id(), "bob");
        assertThat(paused.state()).isEqualTo(JobState.PAUSED);
        assertThat(paused.message()).isEqualTo("paused by bob");

        assertThat(runner.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(paused.changed());
        assertThat(jobs.resume(job.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(runner.stepOfEach()).isTrue();
        Job cancelled = jobs.cancel(job.id(), "bob");
        assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
        assertThat(runner.stepOfEach()).isFalse();
        assertThat(pending()).isEqualTo((int) (TASKS - cancelled.changed()));
        assertThatThrownBy(() -> jobs.resume(job.id())).isInstanceOf(ProblemException.class);
    }

    @Test
    void a_large_deletion_needs_its_number() {
        assertThatThrownBy(() -> jobs.create(BulkAction.DELETE, "", "x", null, "ann"))
                .hasMessageContaining(String.valueOf(TASKS));
        assertThatThrownBy(() -> jobs.create(BulkAction.DELETE, "", "x", "1199", "ann"))
                .isInstanceOf(ProblemException.class);
        assertThat(jobs.all()).isEmpty();
        assertThat(jobs.create(BulkAction.DELETE, "id:t111", "few enough", null, "ann").matching()).isEqualTo(11);
    }
}
