package io.github.asynqee.broker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import redis.clients.jedis.CommandArguments;

/** From the outcomes of tasks to the commands that write them; the time of one task out of a full batch. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SettleBatchBenchmark {

    private static final int TASKS = 512;

    private final List<Lease> leases = NewLeases.of(TASKS);
    private final List<Settlement> done = all(new Outcome.Done());
    private final List<Settlement> retry = all(new Outcome.Retry(Instant.now(), "no connection to host", true));

    private List<Settlement> all(Outcome outcome) {
        return leases.stream().map(lease -> new Settlement(lease, outcome)).toList();
    }

    /** @return the commands for tasks that succeeded */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public List<CommandArguments> done() {
        return commands(done);
    }

    /** @return the commands for tasks that failed */
    @Benchmark
    @OperationsPerInvocation(TASKS)
    public List<CommandArguments> retry() {
        return commands(retry);
    }

    private static List<CommandArguments> commands(List<Settlement> settlements) {
        Instant now = Instant.now();
        List<CommandArguments> commands = new ArrayList<>();
        for (SettleBatch batch : SettleBatch.of(settlements)) {
            commands.add(batch.toCall(now).toArguments());
        }
        return commands;
    }
}
