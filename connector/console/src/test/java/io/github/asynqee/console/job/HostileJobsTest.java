package io.github.asynqee.console.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** No data in Redis keeps a job from its end, or the other tasks of a queue from being changed. */
@SomeDays(oneIn = 3)
class HostileJobsTest {

    private static final int FINE = 20;
    /** Which tasks have an age does not depend on how fast the test is. */
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(1));

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "RUN | payload.n>1", "ARCHIVE | payload.n>1 OR error:x",
            "DELETE | type:fine", "DELETE | payload.n>1 OR age>0s", "CANCEL | state:active" })
    @Timeout(120)
    void each_action_changes_the_tasks_beside_poisoned_ones(BulkAction action, String q) {
        try (EmbeddedRedis server = EmbeddedRedis.start();
                Jedis jedis = new Jedis(server.host(), server.port(), 60_000)) {
            try (ConsoleRedis redis = new ConsoleRedis("default", server.url(), Thread::new)) {
                for (int i = 0; i < FINE; i++) {
                    redis.client()
                            .enqueue(Task.of("fine", "{\"n\":5}".getBytes(StandardCharsets.UTF_8))
                                    .queue(HostileData.QUEUE).id("fine" + i)
                                    .processIn(Duration.ofHours(1)));
                }
                HostileData.fill(jedis);
                List<AuditEntry> ended = new ArrayList<>();
                JobRunner runner = new JobRunner(redis.inspector(), redis.executor(), JobFixture::queries,
                        JobChecks.NONE, LATER, ended::add);
                Jobs jobs = Jobs.of(redis.inspector(), redis.executor(), JobFixture::queries, LATER, runner);
                String of = "queue:" + HostileData.QUEUE + " (" + q + ")";
                long matching = counted(jobs, action, of);

                Job job = jobs.create(new Job.Request(action, of, "x", String.valueOf(matching), true, null), "ann");
                while (runner.stepOfEach()) {
                    assertThat(jobs.one(job.id()).state()).isNotNull();
                }

                Job done = jobs.one(job.id());
                assertThat(done.state()).as(done.toString()).isEqualTo(JobState.DONE);
                assertThat(ended).extracting(AuditEntry::result).contains("done");
                assertThat(done.changed() + done.skipped() + done.failed()).as(done.toString()).isPositive();
                if (action != BulkAction.CANCEL) {
                    assertThat(done.changed()).isGreaterThanOrEqualTo(FINE);
                    for (int i = 0; i < FINE; i++) {
                        assertThat(jedis.zscore("asynq:{" + HostileData.QUEUE + "}:scheduled", "fine" + i)).isNull();
                    }
                }
                jobs.failures(job.id());
            }
        }
    }

    /** A slow machine needs several parts. */
    private static long counted(Jobs jobs, BulkAction action, String q) {
        long matching = 0;
        String next = null;
        do {
            Jobs.Preview part = jobs.preview(action, q, next);
            matching += part.matching();
            next = part.next();
        } while (next != null);
        return matching;
    }
}
