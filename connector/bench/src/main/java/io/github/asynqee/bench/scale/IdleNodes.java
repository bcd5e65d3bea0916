package io.github.asynqee.bench.scale;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

import com.sun.management.OperatingSystemMXBean;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisBinary;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import redis.clients.jedis.Jedis;

/** Prints the cost of idle workers, for {@code docs/scaling.md}. Arguments: {@code <workers> <shards> <seconds>}. */
public final class IdleNodes {

    private static final int CONCURRENCY = 50;
    private static final Duration STARTING = Duration.ofSeconds(20);
    private static final int COMMANDS = 12;

    private final EmbeddedRedis server;
    private final Jedis redis;
    private final ExecutorService pool = Executors.newCachedThreadPool();

    private IdleNodes(EmbeddedRedis server) {
        this.server = server;
        this.redis = new Jedis(server.host(), server.port());
    }

    /**
     * Runs one measurement.
     *
     * @param arguments see above
     * @throws InterruptedException if it is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedRedis.Builder server = EmbeddedRedis.builder();
        RedisBinary.installed().ifPresent(server::binary);
        try (EmbeddedRedis started = server.start()) {
            new IdleNodes(started).measure(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]),
                    Integer.parseInt(arguments[2]));
        }
        System.exit(0);
    }

    private void measure(int workers, int shards, int seconds) throws InterruptedException {
        for (int i = 0; i < workers; i++) {
            start(shards);
        }
        Thread.sleep(STARTING.toMillis());
        redis.configResetStat();
        double before = micros();
        long processor = processor();
        long from = System.nanoTime();
        Thread.sleep(seconds * 1_000L);
        double measured = (System.nanoTime() - from) / 1e9;
        System.out.printf(Locale.ROOT,
                "workers=%d shards=%d: %.2f commands/s, redis %.2f ms/s, workers %.2f ms/s, %.0f connections; "
                        + "per second: %s%n",
                workers, shards, value("total_commands_processed") / measured, (micros() - before) / 1e3 / measured,
                (processor() - processor) / 1e6 / measured, value("connected_clients") - 1, calls(measured));
    }

    private void start(int shards) {
        Channel channel = new Channel(new ChannelConfig("mails", Map.of("mails", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerLane.open(channel, CONCURRENCY, delivery -> {
        }, pool);
        new Worker(RedisBroker.connect(RedisConfig.of(server.url())),
                WorkerConfig.builder().shards("mails", shards).build(), List.of(channel)).start();
    }

    private static long processor() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Microseconds of processor time of Redis. */
    private double micros() {
        return (value("used_cpu_user") + value("used_cpu_sys")) * 1e6;
    }

    private double value(String field) {
        return redis.info("all").lines().filter(line -> line.startsWith(field + ":"))
                .mapToDouble(line -> Double.parseDouble(line.substring(field.length() + 1).trim())).sum();
    }

    /** Command to number of calls, the most frequent first. */
    private String calls(double seconds) {
        return redis.info("commandstats").lines()
                .filter(line -> line.startsWith("cmdstat_"))
                .collect(Collectors.toMap(line -> line.substring(8, line.indexOf(':')),
                        line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1"))))
                .entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(COMMANDS)
                .map(entry -> String.format(Locale.ROOT, "%s=%.2f", entry.getKey(), entry.getValue() / seconds))
                .collect(Collectors.joining(" "));
    }
}
