package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Masking;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

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
        return new QueryParser(Clock.fixed(now, ZoneOffset.UTC), new Masking(List.of()).shown());
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

    private Job create(BulkAction action, String q, String reason, String typed) {
        return jobs.create(new Jobs.Request(action, q, reason, typed, null), "ann");
    }

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
        assertThat(redis.inspector().queue("q").archived()).isEqualTo(TASKS / 2);
        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("ann");
            assertThat(entry.count()).isEqualTo(TASKS / 2);
        });
        assertThat(runner.stepOfEach()).isFalse();
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
        assertThat(jobs.resume(job.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(runner.stepOfEach()).isTrue();
        Job cancelled = jobs.cancel(job.id(), "bob");
        assertThat(cancelled.state()).isEqualTo(JobState.CANCELLED);
        assertThat(runner.stepOfEach()).isFalse();
        assertThat(pending()).isEqualTo((int) (TASKS - cancelled.changed()));
        assertThatThrownBy(() -> jobs.resume(job.id())).isInstanceOf(ProblemException.class);
    }

    @Test
    void a_job_of_a_restricted_user_ends_at_his_queues_and_is_not_seen_by_others() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("other").id("t"));
        Jobs ofQ = within("q");
        Job job = ofQ.create(new Jobs.Request(BulkAction.ARCHIVE, "", "mine", null, null), "ann");
        Job named = ofQ.create(new Jobs.Request(BulkAction.DELETE, "queue:other", "not mine", null, null), "ann");
        assertThat(job.matching()).isEqualTo(TASKS);
        // a queue that comes later does not change the walk of the job
        redis.client().enqueue(Task.of("even", new byte[0]).queue("a-new").id("t"));
        while (runner.stepOfEach()) {
            assertThat(jobs.one(job.id()).state()).isIn(JobState.RUNNING, JobState.DONE);
        }

        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
        assertThat(jobs.one(named.id()).state()).isEqualTo(JobState.DONE);
        assertThat(redis.inspector().queue("other").pending()).isEqualTo(1);
        assertThat(redis.inspector().queue("a-new").pending()).isEqualTo(1);
        Job ofAll = jobs.create(new Jobs.Request(BulkAction.RUN, "", "all", null, null), "root");
        assertThat(ofQ.all()).extracting(Job::id).containsExactlyInAnyOrder(job.id(), named.id());
        assertThatThrownBy(() -> ofQ.cancel(ofAll.id(), "ann")).isInstanceOf(ProblemException.class);
        assertThat(within("other").all()).isEmpty();
        assertThat(jobs.all()).hasSize(3);
    }

    private Jobs within(String queue) {
        QueueScope scope = new QueueScope(List.of(queue));
        return jobs.within(redis.within(scope).inspector(), scope);
    }

    @Test
    void a_large_deletion_needs_its_number() {
        assertThatThrownBy(() -> create(BulkAction.DELETE, "", "x", null))
                .hasMessageContaining(String.valueOf(TASKS));
        assertThatThrownBy(() -> create(BulkAction.DELETE, "", "x", "1199"))
                .isInstanceOf(ProblemException.class);
        assertThat(jobs.all()).isEmpty();
        assertThat(create(BulkAction.DELETE, "id:t111", "few enough", null).matching()).isEqualTo(11);
    }

    private void runAll() {
        while (runner.stepOfEach()) {
            assertThat(jobs.all()).isNotEmpty();
        }
    }

    @Test
    void an_archive_job_is_undone_in_steps_with_its_pace_and_an_entry_in_the_audit_log() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("q").id("later").processIn(Duration.ofHours(1)));
        Job archived = create(BulkAction.ARCHIVE, "queue:q -type:odd", "why not", null);
        runAll();
        assertThat(jobs.one(archived.id()).changed()).isEqualTo(TASKS / 2 + 1);
        Job other = create(BulkAction.ARCHIVE, "type:odd id:t111", "another", null);
        runAll();
        assertThat(jobs.one(other.id()).changed()).isPositive();
        redis.inspector().runTask("q", "t0");
        redis.inspector().deleteTask("q", "t2");

        Job undo = jobs.undo(archived.id(), "bob");
        assertThat(undo.action()).isEqualTo(BulkAction.RESTORE);
        assertThat(undo.user()).isEqualTo("bob");
        assertThat(undo.undoes()).isEqualTo(archived.id());
        assertThat(undo.matching()).isEqualTo(TASKS / 2 + 1);
        assertThat(jobs.one(archived.id()).undoneBy()).isEqualTo(undo.id());
        assertThat(runner.stepOfEach()).isTrue();
        assertThat(jobs.one(undo.id()).changed()).isPositive().isLessThan(TASKS / 2);
        runAll();

        Job done = jobs.one(undo.id());
        assertThat(done.state()).isEqualTo(JobState.DONE);
        assertThat(done.changed()).isEqualTo(TASKS / 2 - 1);
        assertThat(done.skipped()).isZero();
        assertThat(done.failed()).isZero();
        assertThat(redis.inspector().queue("q").archived()).isEqualTo((int) jobs.one(other.id()).changed());
        assertThat(redis.inspector().queue("q").scheduled()).isEqualTo(1);
        assertThat(pending()).isEqualTo(TASKS - (int) jobs.one(other.id()).changed() - 1);
        assertThat(ended).last().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("bob");
            assertThat(entry.count()).isEqualTo(TASKS / 2 - 1);
        });
    }

    @Test
    void only_an_archive_job_that_has_ended_is_undone_and_once_at_a_time() {
        Job run = create(BulkAction.RUN, "id:none", "run", null);
        Job archive = create(BulkAction.ARCHIVE, "", "slowly", null);
        runner.stepOfEach();

        assertThatThrownBy(() -> jobs.undo(run.id(), "ann")).hasMessageContaining("Only an archive job");
        assertThatThrownBy(() -> jobs.undo(archive.id(), "ann")).hasMessageContaining("stop it first");
        jobs.cancel(archive.id(), "ann");
        long changed = jobs.one(archive.id()).changed();
        Job undo = jobs.undo(archive.id(), "ann");
        assertThatThrownBy(() -> jobs.undo(archive.id(), "ann")).hasMessageContaining("already");
        jobs.cancel(undo.id(), "ann");
        Job again = jobs.undo(archive.id(), "ann");
        runAll();

        assertThat(changed).isPositive().isLessThan(TASKS);
        assertThat(jobs.one(again.id()).changed()).isEqualTo(changed);
        assertThat(pending()).isEqualTo(TASKS);
        assertThatThrownBy(() -> jobs.undo(undo.id(), "ann")).hasMessageContaining("Only an archive job");
    }

    @Test
    void an_undo_waits_for_the_last_step_of_a_job_that_was_stopped() {
        Job archive = create(BulkAction.ARCHIVE, "", "stopped", null);
        runner.stepOfEach();
        assertThat(store.claim(archive.id(), "slow")).isTrue();
        jobs.cancel(archive.id(), "ann");
        Job undo = jobs.undo(archive.id(), "ann");

        assertThat(runner.stepOfEach()).isFalse();
        assertThat(jobs.one(undo.id()).examined()).isZero();
        assertThat(runner.rest()).isPositive().isLessThanOrEqualTo(Duration.ofMillis(500));

        store.release(archive.id(), "slow", 0);
        while (!jobs.one(undo.id()).state().isEnd()) {
            runner.stepOfEach();
        }
        assertThat(pending()).isEqualTo(TASKS);
    }

    @Test
    void a_restricted_user_undoes_only_jobs_with_his_restriction() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("other").id("t"));
        Jobs ofQ = within("q");
        Job mine = ofQ.create(new Jobs.Request(BulkAction.ARCHIVE, "", "mine", null, null), "ann");
        Job ofAll = jobs.create(new Jobs.Request(BulkAction.ARCHIVE, "queue:other", "all", null, null), "root");
        runAll();

        assertThatThrownBy(() -> ofQ.undo(ofAll.id(), "ann")).isInstanceOf(ProblemException.class)
                .hasMessageContaining("no job");
        Job undo = ofQ.undo(mine.id(), "ann");
        runAll();

        assertThat(undo.queues()).containsExactly("q");
        assertThat(ofQ.one(undo.id()).changed()).isEqualTo(TASKS);
        assertThat(redis.inspector().queue("other").archived()).isEqualTo(1);
    }

    private static Map<String, String> keySpace() {
        Map<String, String> values = new TreeMap<>();
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.keys("*").forEach(key -> values.put(key, Arrays.toString(jedis.dump(key))));
        }
        return values;
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
        assertThat(redis.inspector().queue("q").archived()).isEqualTo(15);
    }

    @Test
    void a_job_with_a_pace_rests_at_all_nodes_between_its_steps() {
        Job job = jobs.create(new Jobs.Request(BulkAction.ARCHIVE, "", "slowly", null, 100L), "ann");
        assertThat(job.pace()).isEqualTo(100);

        assertThat(runner.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(100);
        assertThat(runner.rest()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(1));
        runner().stepOfEach();
        runner.stepOfEach();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(100);

        while (jobs.one(job.id()).changed() == 100) {
            assertThat(runner.stepOfEach()).isFalse();
        }
        assertThat(jobs.one(job.id()).changed()).isEqualTo(200);
        jobs.cancel(job.id(), "ann");
        while (ended.isEmpty()) {
            assertThat(runner.stepOfEach()).isFalse();
        }
        assertThat(runner.rest()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void jobs_that_are_over_make_room_and_those_that_are_not_stay() {
        Job first = create(BulkAction.ARCHIVE, "", "first", null);
        jobs.pause(first.id(), "ann");
        List<String> over = new ArrayList<>();
        for (int i = 0; i < 210; i++) {
            Job job = create(BulkAction.RUN, "queue:none", "small " + i, null);
            over.add(job.id());
            jobs.cancel(job.id(), "eve");
        }

        List<String> kept = jobs.all().stream().map(Job::id).toList();
        assertThat(kept).hasSize(200).contains(first.id(), over.get(209)).doesNotContain(over.get(0), over.get(10));
        jobs.resume(first.id());
        runAll();
        assertThat(jobs.one(first.id()).state()).isEqualTo(JobState.DONE);
        assertThat(redis.inspector().queue("q").archived()).isEqualTo(TASKS);
    }

    @Test
    void a_job_that_no_trim_has_followed_is_listed_and_run() {
        // a node has died before it could remove one of too many
        for (int i = 0; i < 205; i++) {
            store.mark("old" + i, "action", "RUN");
            store.mark("old" + i, "cancelled", "ann");
            store.mark("old" + i, "startedAt", "2026-01-01T00:00:00Z");
            store.mark("old" + i, "updatedAt", "2026-01-01T00:00:00Z");
            redis.executor().send(RedisCommand.command(Command.ZADD).key(JobStore.INDEX).arg(Long.MAX_VALUE >> 16)
                    .arg("old" + i));
        }
        Job job = create(BulkAction.ARCHIVE, "", "new", null);

        runAll();

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.all()).hasSize(200).extracting(Job::id).contains(job.id());
    }

    @Test
    void too_many_open_jobs_are_refused_and_one_user_cannot_have_them_all() {
        for (int i = 0; i < Jobs.MAX_OPEN_OF_USER; i++) {
            jobs.pause(create(BulkAction.RUN, "queue:none", "x", null).id(), "ann");
        }
        assertThatThrownBy(() -> create(BulkAction.RUN, "queue:none", "x", null)).hasMessageContaining("You have 50");
        for (int i = Jobs.MAX_OPEN_OF_USER; i < Jobs.MAX_OPEN; i++) {
            jobs.create(new Jobs.Request(BulkAction.RUN, "queue:none", "x", null, null), "bob" + i);
        }

        Jobs.Request request = new Jobs.Request(BulkAction.RUN, "queue:none", "x", null, null);
        assertThatThrownBy(() -> jobs.create(request, "eve")).isInstanceOfSatisfying(ProblemException.class,
                e -> assertThat(e.problem().status()).isEqualTo(409)).hasMessageContaining("There are 100");
        jobs.cancel(jobs.all().get(0).id(), "eve");
        assertThat(jobs.create(request, "eve").state()).isEqualTo(JobState.RUNNING);
    }

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
        assertThat(redis.inspector().queue("q").archived()).isEqualTo(TASKS);
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
        }, Clock.systemUTC(), ended::add);

        assertThat(broken.stepOfEach()).isFalse();

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.one(job.id()).message()).startsWith("The console failed").doesNotContain("a bug");
    }

    @Test
    @Timeout(60)
    void the_thread_survives_what_it_does_not_expect() throws Exception {
        Semaphore calls = new Semaphore(0);
        try (JobRunner throwing = new JobRunner(redis.inspector(), redis.executor(), JobsTest::queries,
                Clock.systemUTC(), entry -> {
                    calls.release();
                    throw new IllegalStateException("unexpected");
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
        JobRunner withoutLog = new JobRunner(redis.inspector(), redis.executor(), JobsTest::queries,
                Clock.systemUTC(), entry -> {
                    throw new BrokerUnavailableException("the node with the log is down", null);
                });
        withoutLog.stepOfEach();
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);

        runner.stepOfEach();
        runner.stepOfEach();

        assertThat(ended).singleElement().extracting(AuditEntry::filter).isEqualTo("id:none");
    }

    /** As a node that dies between the change of tasks and the count of them. */
    private void dieInStep(Job job) {
        assertThat(store.claim(job.id(), "dead")).isTrue();
        assertThat(store.begin(job.id(), "dead")).isTrue();
        TaskFilter filter = queries(job.startedAt()).parse(job.q()).filter();
        BulkPage page = redis.inspector().bulk().ofRun(job.id()).change(job.action(), filter, null, 100,
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

        redis.inspector().addShards("mails", 4);
        runAll();

        assertThat(jobs.one(job.id()).message()).isNull();
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).changed()).isEqualTo(TASKS);
    }

    @Test
    void a_pace_has_limits() {
        for (long pace : new long[]{ 0, -1, Jobs.MAX_PACE + 1 }) {
            Jobs.Request request = new Jobs.Request(BulkAction.ARCHIVE, "", "x", null, pace);

            assertThatThrownBy(() -> jobs.create(request, "ann")).hasMessageContaining("pace");
        }
        assertThat(jobs.all()).isEmpty();
    }
}
