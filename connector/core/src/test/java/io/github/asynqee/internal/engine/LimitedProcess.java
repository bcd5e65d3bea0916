package io.github.asynqee.internal.engine;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import redis.clients.jedis.Jedis;

/**
 * A process with a worker of the queue {@code default} whose tasks of a tenant are limited, to be killed. Each handler reports its
 * start and its end; if more than allowed run, it reports that, too.
 */
final class LimitedProcess implements AutoCloseable {

    static final int LIMIT = 2;
    /** The tasks that run, each as process and ID, by tenant. */
    static final String WATCH = "watch:";
    /** What ran together although the limit forbids it. */
    static final String EXCESS = "watch-excess";
    /** IDs of the tasks that have ended. */
    static final String ENDED = "watch-ended";

    private static final String BEGIN = "redis.call('SADD', KEYS[1], ARGV[1]) "
            + "if redis.call('SCARD', KEYS[1]) > tonumber(ARGV[2]) then "
            + "redis.call('RPUSH', KEYS[2], table.concat(redis.call('SMEMBERS', KEYS[1]), ' ')) end";

    private final Process process;
    private final Path output;

    private LimitedProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static LimitedProcess start() throws IOException {
        Path output = Files.createTempFile("asynq-limited", ".log");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                LimitedProcess.class.getName(), TestRedis.SINGLE.url());
        command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        command.directory(new File("target"));
        return new LimitedProcess(command.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    }

    /** What names the process in the watch. */
    String name() {
        return process.pid() + ":";
    }

    /** Kills it with SIGKILL and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.delete(output);
    }

    public static void main(String[] arguments) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        Channel channel = new Channel(new ChannelConfig("limited", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))))
                .withLimit(new Limit("limited", "header:tenant", LIMIT, null)));
        String self = ProcessHandle.current().pid() + ":";
        ThreadLocal<Jedis> watch = ThreadLocal.withInitial(() -> new Jedis(URI.create(arguments[0])));
        HandlerLane.open(channel, 8, delivery -> {
            Jedis redis = watch.get();
            String tenant = WATCH + delivery.message().headers().get("tenant");
            String id = delivery.message().id();
            redis.eval(BEGIN, List.of(tenant, EXCESS), List.of(self + id, "" + LIMIT));
            TimeUnit.MILLISECONDS.sleep(5);
            redis.srem(tenant, self + id);
            redis.sadd(ENDED, id);
        }, pool);
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(arguments[0]));
        new Worker(broker, WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1)).build(), List.of(channel))
                .start();
        TimeUnit.MINUTES.sleep(10);
    }
}
