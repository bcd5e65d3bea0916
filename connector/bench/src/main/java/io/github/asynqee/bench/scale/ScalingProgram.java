package io.github.asynqee.bench.scale;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import com.sun.management.OperatingSystemMXBean;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Prints the figures of {@code docs/scaling.md}. Arguments: {@code drain <servers> <shards> <tasks> <engines>} or
 * {@code idle <engines> <shards> <seconds>}. The servers listen from the port on that the system property {@code port} names.
 */
public final class ScalingProgram {

    private static final int FIRST_PORT = Integer.getInteger("port", 27_401);
    private static final int CONCURRENCY = 50;
    private static final String PAYLOAD = "x".repeat(100);

    private final List<RedisBroker> brokers = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicInteger handled = new AtomicInteger();

    private ScalingProgram() {}

    /**
     * Runs one measurement.
     *
     * @param arguments see above
     * @throws Exception if a server cannot be started
     */
    public static void main(String[] arguments) throws Exception {
        ScalingProgram program = new ScalingProgram();
        int[] numbers = IntStream.range(1, arguments.length).map(i -> Integer.parseInt(arguments[i])).toArray();
        if (arguments[0].equals("drain")) {
            program.drain(numbers[0], numbers[1], numbers[2], numbers[3]);
        } else {
            program.idle(numbers[0], numbers[1], numbers[2]);
        }
        System.exit(0);
    }

    private RedisBroker connect(String url) {
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(url));
        brokers.add(broker);
        return broker;
    }

    private void start(String url, int shards) {
        Channel channel = new Channel(new ChannelConfig("mails", Map.of("mails", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerLane.open(channel, CONCURRENCY, delivery -> handled.incrementAndGet(), pool);
        Worker worker = new Worker(connect(url), WorkerConfig.builder().shards("mails", shards).build(),
                List.of(channel));
        worker.start();
        workers.add(worker);
    }

    private void drain(int servers, int shards, int tasks, int engines) throws Exception {
        try (RedisNodes nodes = RedisNodes.start(FIRST_PORT, servers)) {
            warmUp(nodes.url(), shards);
            double memory = nodes.sum("used_memory");
            double before = nodes.micros();
            long from = System.nanoTime();
            enqueue(nodes.url(), shards, tasks);
            double enqueueSeconds = (System.nanoTime() - from) / 1e9;
            double enqueueMicros = nodes.micros() - before;
            memory = nodes.sum("used_memory") - memory;

            handled.set(0);
            before = nodes.micros();
            long processor = processor();
            from = System.nanoTime();
            for (int i = 0; i < engines; i++) {
                start(nodes.url(), shards);
            }
            await(tasks);
            double seconds = (System.nanoTime() - from) / 1e9;
            System.out.printf(
                    "drain servers=%d shards=%d engines=%d tasks=%d: %.0f/s, redis %.1f us/task, worker %.1f us/task;"
                            + " enqueue %.0f/s, redis %.1f us/task; memory %.0f bytes/task%n",
                    servers, shards, engines, tasks,
                    tasks / seconds, (nodes.micros() - before) / tasks, (processor() - processor) / 1e3 / tasks,
                    tasks / enqueueSeconds, enqueueMicros / tasks, memory / tasks);
        }
    }

    private void warmUp(String url, int shards) throws InterruptedException {
        enqueue(url, shards, 50_000);
        start(url, shards);
        await(50_000);
        workers.forEach(worker -> worker.shutdown(Duration.ofSeconds(5)));
    }

    private void enqueue(String url, int shards, int tasks) {
        DefaultAsynqClient client = DefaultAsynqClient.builder(connect(url)).shards("mails", shards).build();
        for (int done = 0; done < tasks; done += 1_000) {
            client.enqueueAll(IntStream.range(0, 1_000).mapToObj(i -> Task.of("mail", PAYLOAD).queue("mails")).toList())
                    .forEach(result -> {
                        if (result.error() != null) {
                            throw result.error();
                        }
                    });
        }
    }

    private void await(int tasks) throws InterruptedException {
        while (handled.get() < tasks) {
            Thread.sleep(1);
        }
    }

    private static long processor() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private void idle(int engines, int shards, int seconds) throws Exception {
        try (RedisNodes nodes = RedisNodes.start(FIRST_PORT, 1)) {
            for (int i = 0; i < engines; i++) {
                start(nodes.url(), shards);
            }
            Thread.sleep(20_000);
            nodes.resetStatistics();
            double before = nodes.micros();
            long processor = processor();
            long from = System.nanoTime();
            Thread.sleep(seconds * 1_000L);
            double measured = (System.nanoTime() - from) / 1e9;
            double commands = nodes.sum("total_commands_processed");
            System.out.printf(
                    "idle engines=%d shards=%d: %.2f commands/s, redis %.2f ms/s, worker %.2f ms/s, %.0f connections; "
                            + "per second: %s%n",
                    engines, shards, commands / measured, (nodes.micros() - before) / 1e3 / measured,
                    (processor() - processor) / 1e6 / measured, nodes.sum("connected_clients") - 1,
                    nodes.calls(measured));
        }
    }
}
