package io.github.asynqee.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class BenchmarksTest {

    @Test
    void every_benchmark_runs() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder().forks(0).warmupIterations(0)
                .measurementIterations(1).measurementTime(TimeValue.milliseconds(5)).shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT).build()).run();

        List<String> names = results.stream().map(result -> result.getParams().getBenchmark())
                .map(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1)).distinct()
                .sorted().toList();
        assertThat(names).containsExactly("CodecBenchmark.compose", "CodecBenchmark.composeWithGivenId",
                "CodecBenchmark.encode", "CodecBenchmark.parse", "CompleterBenchmark.succeed",
                "RouterBenchmark.capacity", "RouterBenchmark.route", "SettleBatchBenchmark.done",
                "SettleBatchBenchmark.retry");
        assertThat(results).allSatisfy(result -> assertThat(result.getPrimaryResult().getScore()).isPositive());
    }
}
