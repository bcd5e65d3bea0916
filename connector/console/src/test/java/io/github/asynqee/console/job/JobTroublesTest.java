package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** What goes wrong with a job, and at the end of one. */
class JobTroublesTest extends JobFixture {

    @Test
    void a_job_that_redis_refuses_fails_and_keeps_no_other_from_its_end() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("bad").id("t"));
        List<Job> good = new ArrayList<>();
        good.add(create(BulkAction.ARCHIVE, "queue:q type:odd", "before", null));
        Job bad = create(BulkAction.ARCHIVE, "queue:bad", "bad", null);
        good.add(create(BulkAction.ARCHIVE, "queue:q type:even", "after", null));
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.set("asynq:{bad}:retry", "no sorted set");
        }

        runAll();

        assertThat(good).extracting(job -> jobs.one(job.id()).state()).containsOnly(JobState.DONE);
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(TASKS);
        assertThat(jobs.one(bad.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.one(bad.id()).message()).startsWith("queue \"bad\": ").contains("WRONGTYPE");
        assertThat(ended).extracting(AuditEntry::result).containsExactlyInAnyOrder("done", "done", "failed");
    }

    @Test
    void running_jobs_go_on_while_their_list_cannot_be_read() {
        Job job = create(BulkAction.ARCHIVE, "", "list", null);
        assertThat(runner.stepOfEach()).isTrue();
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.set(JobStore.INDEX, "no sorted set");
        }

        while (runner.stepOfEach()) {
            assertThat(jobs.one(job.id()).changed()).isPositive();
        }

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
    }

    @Test
    void a_job_on_which_the_console_itself_fails_is_over() {
        Job job = create(BulkAction.ARCHIVE, "", "bug", null);
        JobRunner broken = new JobRunner(redis.inspector(), redis.executor(), now -> {
            throw new IllegalStateException("a bug");
        }, JobChecks.NONE, Clock.systemUTC(), ended::add);

        assertThat(broken.stepOfEach()).isFalse();

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.one(job.id()).message()).startsWith("The console failed").doesNotContain("a bug");
    }

    @Test
    void a_job_whose_step_overflows_the_stack_is_over_and_keeps_no_other_from_its_end() {
        Job job = create(BulkAction.ARCHIVE, "type:odd", "deep", null);
        Job other = create(BulkAction.ARCHIVE, "type:even", "other", null);
        JobRunner broken = new JobRunner(redis.inspector(), redis.executor(), now -> {
            if (now.equals(job.startedAt())) {
                throw new StackOverflowError();
            }
            return queries(now);
        }, JobChecks.NONE, Clock.systemUTC(), ended::add);

        while (broken.stepOfEach()) {
            assertThat(jobs.all()).hasSize(2);
        }

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.one(job.id()).message()).startsWith("The console failed (StackOverflowError)");
        assertThat(jobs.one(other.id()).state()).isEqualTo(JobState.DONE);
    }

    @Test
    @Timeout(60)
    void the_thread_survives_what_it_does_not_expect() throws Exception {
        Semaphore calls = new Semaphore(0);
        try (JobRunner throwing = new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries,
                JobChecks.NONE, Clock.systemUTC(), entry -> {
                    calls.release();
                    throw new StackOverflowError("unexpected");
                })) {
            throwing.start(Thread::new);
            for (int i = 0; i < 2; i++) {
                create(BulkAction.ARCHIVE, "id:none", "ends at once", null);
                throwing.wake();
                assertThat(calls.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void the_end_of_a_cancelled_job_is_logged_once_with_what_it_has_changed() {
        Job job = create(BulkAction.ARCHIVE, "", "stopped", null);
        runner.stepOfEach();
        long changed = jobs.one(job.id()).changed();
        assertThat(store.claim(job.id(), "in its last step")).isTrue();
        jobs.cancel(job.id(), "bob");

        runner.stepOfEach();
        assertThat(ended).isEmpty();
        store.release(job.id(), "in its last step", 0);
        runner.stepOfEach();
        runner().stepOfEach();

        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("ann");
            assertThat(entry.count()).isEqualTo(changed).isPositive();
            assertThat(entry.result()).isEqualTo("done");
            assertThat(entry.detail()).contains("cancelled by bob");
        });
    }

    @Test
    void the_end_of_a_job_is_logged_when_that_is_possible_again() {
        Job job = create(BulkAction.ARCHIVE, "id:none", "ends at once", null);
        JobRunner withoutLog = new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries,
                JobChecks.NONE, Clock.systemUTC(), entry -> {
                    throw new BrokerUnavailableException("the node with the log is down", null);
                });
        withoutLog.stepOfEach();
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);

        runner.stepOfEach();
        runner.stepOfEach();

        assertThat(ended).singleElement().extracting(AuditEntry::filter).isEqualTo("id:none");
    }

    /** Simulates a node that dies between changing tasks and counting them. */
    private void dieInStep(Job job) {
        assertThat(store.claim(job.id(), "dead")).isTrue();
        assertThat(store.begin(job.id(), "dead")).isTrue();
        TaskFilter filter = queries(job.startedAt()).parse(job.q()).filter();
        BulkPage page = redis.inspector().bulk().asRun(job.id()).change(job.action(), filter, null, 100,
                Duration.ofSeconds(10));
        assertThat(page.results()).hasSize(100);
        store.release(job.id(), "dead", 0);
    }

    @Test
    void a_job_of_which_a_step_was_not_counted_says_so_and_so_does_its_undo() {
        Job job = create(BulkAction.ARCHIVE, "", "crash", null);
        assertThat(job.atLeast()).isNull();
        dieInStep(job);

        runAll();

        Job done = jobs.one(job.id());
        assertThat(done.state()).isEqualTo(JobState.DONE);
        assertThat(done.changed()).isEqualTo(TASKS - 100);
        assertThat(done.atLeast()).isTrue();
        assertThat(done.message()).contains("not be counted");
        assertThat(ended).singleElement().satisfies(entry -> assertThat(entry.detail()).contains("at least 1100"));
        Job undo = jobs.undo(job.id(), "ann");
        runAll();
        assertThat(jobs.one(undo.id()).atLeast()).isTrue();
        assertThat(jobs.one(undo.id()).changed()).isEqualTo(TASKS);
        assertThat(pending()).isEqualTo(TASKS);
    }

    @Test
    void a_job_that_is_cancelled_after_a_step_that_was_not_counted_says_so() {
        Job job = create(BulkAction.ARCHIVE, "", "crash", null);
        dieInStep(job);
        jobs.cancel(job.id(), "bob");

        runner.stepOfEach();

        assertThat(jobs.one(job.id()).atLeast()).isTrue();
        assertThat(jobs.one(job.id()).message()).startsWith("cancelled by bob. ").contains("not be counted");
        assertThat(ended).singleElement().satisfies(entry -> assertThat(entry.detail()).contains("at least 0"));
    }

    @Test
    void a_job_goes_on_when_its_queue_gets_shards() {
        try (AsynqClient producer = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 2))) {
            producer.enqueueAll(IntStream.range(0, TASKS).mapToObj(i -> Task.of("mail", "{}").queue("mails")).toList());
        }
        Job job = create(BulkAction.ARCHIVE, "queue:mails", "shards", null);
        assertThat(runner.stepOfEach()).isTrue();

        redis.inspector().shards().add("mails", 4);
        runAll();

        assertThat(jobs.one(job.id()).message()).isNull();
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
    }
}
