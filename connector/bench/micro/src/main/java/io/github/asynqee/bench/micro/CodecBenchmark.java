package io.github.asynqee.bench.micro;

import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.client.ComposedTask;
import io.github.asynqee.client.PayloadEncoder;
import io.github.asynqee.client.TaskComposer;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.protocol.UndecodableMessageException;
import io.github.asynqee.task.Task;
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

/** From a task to the bytes in Redis and back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {

    private static final String ID = "3c61b5a2-90d2-4a32-9c55-0a2b3d7f6b11";

    /** The size of the payload in bytes. */
    @Param({ "100", "1024", "65536" })
    private int size;
    private byte[] payload;
    private byte[] bytes;
    private Task<byte[]> task;
    private final TaskComposer withRandomId = new TaskComposer(Clock.systemUTC(), () -> UUID.randomUUID().toString(),
            PayloadEncoder.bytesAndText());
    private final TaskComposer withGivenId = new TaskComposer(Clock.systemUTC(), () -> ID,
            PayloadEncoder.bytesAndText());

    /** Makes a task. */
    @Setup
    public void setUp() {
        payload = new byte[size];
        bytes = encode();
        task = Task.of("bench:task", payload).queue("bench");
    }

    /** @return the bytes of a new message */
    @Benchmark
    public byte[] encode() {
        return TaskMessage.builder("bench:task", ID, "bench").payload(payload).maxRetry(25)
                .timeout(Duration.ofMinutes(30)).build().toBytes();
    }

    /**
     * Reads a message and, as a handler does, its payload.
     *
     * @return the payload
     * @throws UndecodableMessageException never
     */
    @Benchmark
    public byte[] parse() throws UndecodableMessageException {
        return TaskMessage.parse(bytes).payload();
    }

    /** @return what is stored of a task that has no ID */
    @Benchmark
    public ComposedTask compose() {
        return withRandomId.compose(task);
    }

    /** @return what is stored of a task, without the time it takes to make an ID */
    @Benchmark
    public ComposedTask composeWithGivenId() {
        return withGivenId.compose(task);
    }
}
