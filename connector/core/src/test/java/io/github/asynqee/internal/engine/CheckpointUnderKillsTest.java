package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.params.ZAddParams;

/**
 * The node that runs a long task is killed, again and again, and more often than a task is recovered that does not advance: the
 * task continues behind its cursor on another one.
 */
@Tag("thorough")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@SomeDays(oneIn = 4)
class CheckpointUnderKillsTest extends WorkerTest {

    private static final int MAX_RECOVERIES = WorkerConfig.builder().build().maxRecoveries();
    private static final int KILLS = Boolean.getBoolean("asynq.test.thorough") ? 50 : MAX_RECOVERIES + 2;
    /** Rows written for the first time between two kills: in some intervals a cursor is written, in others not. */
    private static final int ROWS_PER_KILL = 150;
    private static final int ROWS = ROWS_PER_KILL * (KILLS + 1);
    private static final Duration RUNS = Duration.ofMinutes(2);
    private static final String ID = "export";

    @Test
    void each_row_is_written_once_more_at_most_for_each_kill() throws Exception {
        client.enqueue(Task.of("export", "" + ROWS).id(ID).maxRetry(KILLS + 1));
        WorkerProcess running = closedLater(WorkerProcess.start(ExportProcess.class, MAX_RECOVERIES));
        List<Integer> written = new ArrayList<>();
        for (int kill = 1; kill <= KILLS; kill++) {
            awaitRows(ROWS_PER_KILL * kill, running);
            running.kill();
            written.add(
                    redis.hgetAll(ExportProcess.ROWS).keySet().stream().mapToInt(Integer::parseInt).max().orElse(0));
            running = closedLater(WorkerProcess.start(ExportProcess.class, MAX_RECOVERIES));
            double expired = Long.parseLong(redis.time().get(0)) - 40;
            redis.zadd(DEFAULT.lease(), expired, ID, ZAddParams.zAddParams().xx());
        }
        await().atMost(RUNS).until(() -> redis.exists(ExportProcess.ENDED));

        List<Integer> begins = redis.lrange(ExportProcess.BEGINS, 0, -1).stream().map(Integer::valueOf).toList();
        Map<String, String> rows = redis.hgetAll(ExportProcess.ROWS);
        // two attempts begin at the same row if the first is killed before it has written a cursor
        assertThat(begins).hasSize(KILLS + 1).isSorted().satisfies(list -> assertThat(list.get(KILLS)).isPositive());
        assertThat(rows).hasSize(ROWS);
        for (int row = 1; row <= ROWS; row++) {
            int times = 1;
            for (int kill = 0; kill < KILLS; kill++) {
                times += begins.get(kill + 1) < row && row <= written.get(kill) ? 1 : 0;
            }
            assertThat(Integer.parseInt(rows.get("" + row))).as("row " + row).isEqualTo(times);
        }
    }

    private void awaitRows(int rows, WorkerProcess process) {
        await().atMost(RUNS).untilAsserted(
                () -> assertThat(redis.hlen(ExportProcess.ROWS)).as(process.output()).isGreaterThanOrEqualTo(rows));
    }
}
