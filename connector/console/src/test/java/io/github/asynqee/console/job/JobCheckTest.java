package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.inspect.BulkAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions that are checked again when a job runs. */
class JobCheckTest extends JobFixture {

    private static final JobCheck SIGNING = new JobCheck(false, "a key of the console, known to no other program",
            (user, scope) -> true, "");

    private JobRunner runner(JobCheck check) {
        return new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries, check, Clock.systemUTC(),
                ended::add);
    }

    private Jobs jobs(JobRunner of) {
        return Jobs.of(redis.inspector(), redis.executor(), JobFixture::queries, Clock.systemUTC(), of);
    }

    private static Job.Request archive(String q) {
        return new Job.Request(BulkAction.ARCHIVE, q, "x", null, true, null);
    }

    private static void runAll(JobRunner of) {
        while (of.stepOfEach()) {
            assertThat(of.check()).isNotNull();
        }
    }

    @Test
    void a_signed_job_is_run_and_undone_by_each_node_with_the_key() {
        Job job = jobs(runner(SIGNING)).create(archive("type:odd \ud800"), "ann");
        Job other = jobs(runner(SIGNING)).within(redis.inspector(), new QueueScope(List.of("q")))
                .create(archive("type:odd"), "ann");
        runAll(runner(SIGNING));

        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(other.id()).changed()).isEqualTo(TASKS / 2);
        Job undo = jobs(runner(SIGNING)).undo(other.id(), "ann");
        runAll(runner(SIGNING));
        assertThat(jobs.one(undo.id()).changed()).isEqualTo(TASKS / 2);
        assertThat(ended).extracting(AuditEntry::user).containsOnly("ann");
    }

    private void assertRefused(StoredJob forged) {
        store.create(forged);
        Map<String, String> before = tasks();

        runAll(runner(SIGNING));

        assertThat(tasks()).isEqualTo(before);
        assertThat(jobs.one(forged.id()).state()).isEqualTo(JobState.FAILED);
        assertThat(jobs.one(forged.id()).message()).startsWith("Not signed");
        assertThat(ended).singleElement().satisfies(entry -> {
            assertThat(entry.user()).isEqualTo("unknown");
            assertThat(entry.result()).isEqualTo("failed");
        });
        ended.clear();
    }

    /** The query does not see masked text, so `-error:…` would match every task. */
    @Test
    void a_job_waits_for_a_console_with_the_mask_of_the_one_that_created_it() {
        JobCheck masking = new JobCheck(false, null, (user, scope) -> true, "digest of a mask");
        Job open = jobs.create(archive("-type:odd"), "ann");
        Job masked = jobs(runner(masking)).create(archive("type:odd"), "ann");

        runAll(runner(masking));
        assertThat(jobs.one(open.id()).changed()).isZero();
        assertThat(jobs.one(open.id()).message()).isEqualTo(
                "Waiting for a console with the masking settings of the console that created this job");
        assertThat(jobs.one(masked.id()).state()).isEqualTo(JobState.DONE);

        runAll(runner(JobChecks.NONE));
        assertThat(jobs.one(open.id()).state()).isEqualTo(JobState.DONE);
        Job undo = jobs.undo(open.id(), "ann");
        runAll(runner(masking));
        assertThat(jobs.one(undo.id()).changed()).as("an undo has no query").isEqualTo(TASKS / 2);
    }

    private static Map<String, String> tasks() {
        Map<String, String> keys = keySpace();
        keys.keySet().removeIf(key -> key.startsWith("asynq:console"));
        return keys;
    }

    @Test
    void a_job_that_was_not_created_by_a_console_is_over_and_its_user_is_not_believed() {
        assertRefused(StoredJob.create("forged", archive(""), "admin", 1, null, Instant.now()));
        Job unsigned = create(BulkAction.ARCHIVE, "id:none", "x", null);
        runAll(runner(JobChecks.NONE));
        assertThatThrownBy(() -> jobs(runner(SIGNING)).undo(unsigned.id(), "ann")).hasMessageContaining("not signed");
    }

    @ParameterizedTest
    @CsvSource({ "action, DELETE", "q, type:even", "reason, y", "user, admin", "pace, 9", "matching, 5", "total, 5",
            "drops, 1",
            "startedAt, 2020-01-02T03:04:05Z", "scope, '[\"*\"]'", "queues, '[\"q\",\"other\"]'", "undoes, other" })
    void no_field_that_its_user_has_decided_can_be_changed_or_removed(String name, String value) {
        StoredJob job = SIGNING.sign(StoredJob.create("signed", new Job.Request(BulkAction.ARCHIVE, "type:odd", "x",
                null, true, 5_000L), "ann", 1, 2L, Instant.now()).within(new QueueScope(List.of("q")), List.of("q")));

        assertRefused(job.with(Map.of(name, value)));
        assertRefused(new StoredJob("copied", job.fields()));
        if (job.fields().containsKey(name) && !List.of("action", "user", "startedAt", "queues").contains(name)) {
            Map<String, String> less = new LinkedHashMap<>(job.fields());
            less.remove(name);
            assertRefused(new StoredJob("less", less));
        }
    }

    @Test
    void the_end_of_a_forged_job_is_not_logged_in_the_name_of_a_user() {
        store.create(StoredJob.create("forged", archive(""), "admin", 1, null, Instant.now())
                .with(Map.of("end", "DONE", "changed", "5")));

        runAll(runner(SIGNING));

        assertThat(ended).singleElement().extracting(AuditEntry::user).isEqualTo("unknown");
    }

    @Test
    void a_job_waits_while_the_configuration_does_not_give_its_user_all_of_its_queues() {
        Job job = within("q").create(archive("type:odd"), "ann");
        Job other = within("q").create(archive("type:even"), "bob");
        Map<String, String> before = tasks();
        JobRunner changed = runner(new JobCheck(false, null, (user, scope) -> user.equals("bob")
                && scope.equals(new QueueScope(List.of("q"))), ""));

        runAll(changed);

        assertThat(jobs.one(other.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
        assertThat(jobs.one(job.id()).changed()).isZero();
        assertThat(jobs.one(job.id()).message()).startsWith("Waiting: the user may no longer");
        assertThat(tasks()).isNotEqualTo(before);
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(TASKS / 2);
        runAll(runner());
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.DONE);
        assertThat(jobs.one(job.id()).message()).isNull();
    }

    @Test
    void a_console_that_is_read_only_runs_no_job() {
        Job job = create(BulkAction.ARCHIVE, "", "x", null);

        runAll(runner(new JobCheck(true, null, (user, scope) -> true, "")));

        assertThat(pending()).isEqualTo(TASKS);
        assertThat(jobs.one(job.id()).state()).isEqualTo(JobState.RUNNING);
    }
}
