package io.github.asynqee.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;

import io.github.asynqee.bench.arena.Measurement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementFileTest {

    @Test
    void each_figure_has_a_line_and_so_has_a_fault(@TempDir Path directory) {
        Path path = directory.resolve("deep/measurements.csv");
        MeasurementFile file = new MeasurementFile(path);
        file.add(
                new Measurement("drain", "concurrency=10", "core", 1, Map.of("tasks/s", 71_234.5, "p50-ms", 0.25), ""));
        file.add(new Measurement("drain", "concurrency=10", "Go, tuned", 2, Map.of(), "said \"no\""));

        assertThat(path).hasContent("""
                workload,setting,contender,round,figure,value,fault
                drain,concurrency=10,core,1,p50-ms,0.25,
                drain,concurrency=10,core,1,tasks/s,71234.5,
                drain,concurrency=10,"Go, tuned",2,,,"said ""no""\"
                """);
    }
}
