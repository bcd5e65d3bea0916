package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** How many jobs there can be, and how fast they are. */
class JobLimitsTest extends JobFixture {

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
        // jobs of the same millisecond have no order
        assertThat(kept).hasSize(200).contains(first.id(), over.get(209)).doesNotContain(over.get(0), over.get(5));
        jobs.resume(first.id(), false);
        runAll();
        assertThat(jobs.one(first.id()).state()).isEqualTo(JobState.DONE);
        assertThat(redis.inspector().queues().info("q").archived()).isEqualTo(TASKS);
    }

    @Test
    void a_job_that_no_trim_has_followed_is_listed_and_run() {
        // a node has died before it could remove one of too many
        for (int i = 0; i < 205; i++) {
            store.mark("old" + i, "action", "RUN");
            store.mark("old" + i, "user", "ann");
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
            jobs.create(new Job.Request(BulkAction.RUN, "queue:none", "x", null, true, null), "bob" + i);
        }

        Job.Request request = new Job.Request(BulkAction.RUN, "queue:none", "x", null, true, null);
        assertThatThrownBy(() -> jobs.create(request, "eve")).isInstanceOfSatisfying(ProblemException.class,
                e -> assertThat(e.problem().status()).isEqualTo(409)).hasMessageContaining("There are 100");
        jobs.cancel(jobs.all().get(0).id(), "eve");
        assertThat(jobs.create(request, "eve").state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void ten_thousand_failures_are_kept() {
        Job job = create(BulkAction.ARCHIVE, "", "x", null);
        assertThat(store.claim(job.id(), "node")).isTrue();

        for (int i = 0; i < 21; i++) {
            assertThat(store.save(job.id(), "node", Map.of("failed", String.valueOf(i)),
                    Collections.nCopies(500, "{}"))).isTrue();
        }

        assertThat(jobs.failures(job.id())).hasSize(10_000);
    }

    @Test
    void a_pace_has_limits() {
        for (long pace : new long[]{ 0, -1, Jobs.MAX_PACE + 1 }) {
            Job.Request request = new Job.Request(BulkAction.ARCHIVE, "", "x", null, true, pace);

            assertThatThrownBy(() -> jobs.create(request, "ann")).hasMessageContaining("pace");
        }
        assertThat(jobs.all()).isEmpty();
    }

    @Test
    void a_job_with_a_pace_rests_at_all_nodes_between_its_steps() {
        Job job = jobs.create(new Job.Request(BulkAction.ARCHIVE, "", "slowly", null, true, 100L), "ann");
        assertThat(job.pace()).isEqualTo(100);

        long begin = System.nanoTime();
        assertThat(runner.stepOfEach()).isFalse();
        assertThat(jobs.one(job.id()).changed()).isEqualTo(100);
        assertThat(runner.rest()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        runner().stepOfEach();
        runner.stepOfEach();
        long changed = jobs.one(job.id()).changed();
        boolean beforeItsTime = System.nanoTime() - begin < Duration.ofMillis(800).toNanos();
        assertThat(changed).isBetween(100L, beforeItsTime ? 100L : 200L);

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
    void a_large_deletion_needs_its_number() {
        assertThatThrownBy(() -> create(BulkAction.DELETE, "", "x", null))
                .hasMessageContaining(String.valueOf(TASKS));
        assertThatThrownBy(() -> create(BulkAction.DELETE, "", "x", "1199"))
                .isInstanceOf(ProblemException.class);
        assertThat(jobs.all()).isEmpty();
        assertThat(create(BulkAction.DELETE, "id:t111", "few enough", null).matching()).isEqualTo(11);
    }
}
