package io.github.asynqee.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.protocol.TaskMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Finds the channel of a task, and how many tasks may be fetched. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouterBenchmark {

    private static final String QUEUE = "bench";

    /** How many channels share the queue; the task is of the last one. */
    @Param({ "1", "10", "100" })
    private int channels;
    private Router router;
    private TaskMessage message;

    /** Opens the channels. */
    @Setup
    public void setUp() {
        List<Channel> all = new ArrayList<>();
        for (int i = 0; i < channels; i++) {
            String prefix = String.format("bench:%03d:", i);
            Channel channel = new Channel(new ChannelConfig("channel-" + i, Map.of(QUEUE, 1), prefix,
                    FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))));
            channel.ready(delivery -> {
                throw new IllegalStateException("nothing is delivered");
            });
            all.add(channel);
        }
        router = new Router(all);
        message = TaskMessage.builder(String.format("bench:%03d:task", channels - 1), "1", QUEUE).build();
    }

    /** @return the channel of a task */
    @Benchmark
    public Channel route() {
        return router.route(message);
    }

    /** @return how many tasks may be fetched */
    @Benchmark
    public int capacity() {
        return router.capacity(QUEUE);
    }
}
