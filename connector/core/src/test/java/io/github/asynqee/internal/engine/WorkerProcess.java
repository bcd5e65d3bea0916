package io.github.asynqee.internal.engine;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ZAddParams;

/** A process with a worker of the queue {@code default}, to be killed. */
final class WorkerProcess implements AutoCloseable {

    private static final int MINUTES = 60;
    private static final String MAX_RECOVERIES = "max-recoveries";

    private final Process process;
    private final Path output;

    private WorkerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** @param program a class whose main method {@linkplain #run runs} a worker; its argument is the URL of Redis */
    static WorkerProcess start(Class<?> program) throws IOException {
        return start(program, 0);
    }

    /** @param maxRecoveries how often a task is recovered, 0 for no limit */
    static WorkerProcess start(Class<?> program, int maxRecoveries) throws IOException {
        Path output = Files.createTempFile("asynq-worker", ".log");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-D" + MAX_RECOVERIES + "=" + maxRecoveries, program.getName(), TestRedis.SINGLE.url());
        command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        command.directory(new File("target"));
        return new WorkerProcess(command.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    }

    /** In the process: handles tasks until it is killed. */
    static void run(String url, ChannelConfig config, int lanes, TaskHandler handler) throws InterruptedException {
        Channel channel = new Channel(config);
        HandlerLane.open(channel, lanes, handler, Executors.newCachedThreadPool());
        new Worker(RedisBroker.connect(RedisConfig.of(url)),
                WorkerConfig.builder().recoveryInterval(Duration.ofSeconds(1))
                        .maxRecoveries(Integer.getInteger(MAX_RECOVERIES)).build(),
                List.of(channel)).start();
        TimeUnit.MINUTES.sleep(MINUTES);
    }

    /** A channel of the queue {@code default} with quick retries. */
    static ChannelConfig channel(String name) {
        return new ChannelConfig(name, Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))));
    }

    long pid() {
        return process.pid();
    }

    /** Kills it with SIGKILL and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }

    /**
     * After a kill: expires the leases of the dead process.
     *
     * @param ended how many tasks have ended; tasks of other processes may end during the call
     */
    static void expireLeases(Jedis redis, LongSupplier ended) {
        String active = WorkerTest.DEFAULT.active();
        List<String> left = redis.lrange(active, 0, -1);
        long before = ended.getAsLong();
        await().until(() -> ended.getAsLong() > before + 50);
        left.retainAll(redis.lrange(active, 0, -1));
        double expired = Long.parseLong(redis.time().get(0)) - 40;
        left.forEach(id -> redis.zadd(WorkerTest.DEFAULT.lease(), expired, id, ZAddParams.zAddParams().xx()));
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.delete(output);
    }
}
