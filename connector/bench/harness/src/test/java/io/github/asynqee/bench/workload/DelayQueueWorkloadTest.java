package io.github.asynqee.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import io.github.asynqee.bench.BenchArena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.process.CoreProcess;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine stands for the library, which cannot be had everywhere: it takes the same orders. */
class DelayQueueWorkloadTest {

    @TempDir
    Path folder;

    @Test
    void a_contender_that_enqueues_its_tasks_itself_is_measured() {
        List<Measurement> measured = new ArrayList<>();
        try (JedisRedisMeter redis = JedisRedisMeter.start();
                Contender core = CoreProcess.start("core", "core", folder.resolve("core.log"), List.of())) {
            new DelayQueueWorkload().run(new BenchArena(redis, List.of(), () -> core, 1, 0.003,
                    Pattern.compile("producers=8|concurrency=50|every"), measured::add,
                    absence -> fail(absence.reason())), core);
            assertThat(redis.command("DBSIZE")).isEqualTo("0");
        }
        assertThat(measured).extracting(Measurement::setting).containsExactly("enqueue producers=8",
                "drain concurrency=50", "drain-tuned concurrency=50", "a task every 50 ms");
        assertThat(measured).allMatch(Measurement::isValid);
        assertThat(measured.get(1).figures()).containsKeys("tasks/s", "redis-us/task", "worker-us/task");
        assertThat(measured.get(3).figures()).containsOnlyKeys("p50-ms", "p95-ms", "p99-ms", "max-ms");
    }
}
