package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import io.github.asynqee.Task;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.BulkAction;
import org.junit.jupiter.api.Test;

/** Undo of archive jobs. */
class JobUndoTest extends JobFixture {

    @Test
    void an_archive_job_is_undone_in_steps_with_its_pace_and_an_entry_in_the_audit_log() {
        redis.client().enqueue(Task.of("even", new byte[0]).queue("q").id("later").processIn(Duration.ofHours(1)));
        Job archived = create(BulkAction.ARCHIVE, "queue:q -type:odd", "why not", null);
        runAll();
        assertThat(jobs.one(archived.id()).changed()).isEqualTo(TASKS / 2 + 1);
        Job other = create(BulkAction.ARCHIVE, "type:odd id:t111", "another", null);
        runAll();
        assertThat(jobs.one(other.id()).changed()).isPositive();
        redis.inspector().changes().run("q", "t0");
        redis.inspector().changes().delete("q", "t2");

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
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo((int) jobs.one(other.id()).changed());
        assertThat(redis.inspector().queues().info("q").scheduled()).isEqualTo(1);
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
        assertThat(runner.rest()).isLessThanOrEqualTo(Duration.ofMillis(500));

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
        Job mine = ofQ.create(new Job.Request(BulkAction.ARCHIVE, "", "mine", null, true, null), "ann");
        Job ofAll = jobs.create(new Job.Request(BulkAction.ARCHIVE, "queue:other", "all", null, true, null), "root");
        runAll();

        assertThatThrownBy(() -> ofQ.undo(ofAll.id(), "ann")).isInstanceOf(ProblemException.class)
                .hasMessageContaining("no job");
        Job undo = ofQ.undo(mine.id(), "ann");
        runAll();

        assertThat(undo.queues()).containsExactly("q");
        assertThat(ofQ.one(undo.id()).changed()).isEqualTo(TASKS);
        assertThat(redis.inspector().queues().info("other").archived()).isEqualTo(1);
    }
}
