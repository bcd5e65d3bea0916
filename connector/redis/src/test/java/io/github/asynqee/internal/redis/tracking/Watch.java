package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Uncounted;
import io.github.asynqee.internal.thread.StopTime;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** Tracked reads of a test on separate connections, and the keys they report. */
public final class Watch implements AutoCloseable {

    /** Short intervals, so that checks find missed changes within a test. */
    public static final TrackingIntervals SHORT = new TrackingIntervals(Duration.ofMillis(100), Duration.ofSeconds(9),
            Duration.ofMillis(200), Duration.ofMillis(200), 50);
    /** Long intervals, so that no check runs within a test. */
    public static final TrackingIntervals UNCHECKED = new TrackingIntervals(Duration.ofMillis(100),
            Duration.ofSeconds(9),
            Duration.ofHours(1), Duration.ofMillis(200), 5);
    /** A silence that is short for a test, and long for a machine with other work. */
    public static final TrackingIntervals PATIENT = new TrackingIntervals(Duration.ofMillis(50),
            Duration.ofSeconds(3),
            Duration.ofHours(1), Duration.ofMillis(200), 5);
    /** Short silence, so that a broken connection is detected soon. */
    public static final TrackingIntervals IMPATIENT = new TrackingIntervals(Duration.ofMillis(50),
            Duration.ofMillis(700),
            Duration.ofHours(1), Duration.ofMillis(200), 5);

    final RedisConnections connections;
    public final TrackedReads reads;
    public final BlockingQueue<String> reported = new LinkedBlockingQueue<>();
    public final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    Watch(String url, TrackingIntervals intervals) {
        connections = new RedisConnections(RedisConfig.of(url));
        reads = new TrackedReads(connections,
                new RedisExecutor(connections, RedisClock.of(Clock.systemUTC()), new Uncounted()),
                intervals);
        reads.addListener(reported::add);
    }

    public static Watch started(String url, TrackingIntervals intervals) {
        Watch watch = new Watch(url, intervals);
        watch.start();
        return watch;
    }

    void start() {
        reads.start(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            threads.add(thread);
            return thread;
        });
    }

    public static RedisCommand length(String key) {
        return RedisCommand.command(Command.LLEN).key(key);
    }

    public static RedisCommand last(String key) {
        return RedisCommand.command(Command.LINDEX).key(key).arg(-1);
    }

    public long readLength(String key) {
        return Replies.number(reads.read(List.of(length(key))).get(0).get());
    }

    /** Reads the keys until all are tracked; keys read before without tracking were reported by then. */
    public void arm(Collection<String> keys) throws InterruptedException {
        Set<String> left = new HashSet<>(keys);
        while (!left.isEmpty()) {
            reads.read(left.stream().map(Watch::length).toList());
            left.removeIf(reads::isTracked);
            Set<String> awaited = new HashSet<>(left);
            while (!awaited.isEmpty()) {
                awaited.remove(nextReported());
            }
        }
        reported.clear();
    }

    public String nextReported() throws InterruptedException {
        String key = reported.poll(20, TimeUnit.SECONDS);
        assertThat(key).as("a key is reported").isNotNull();
        return key;
    }

    public void arm(String... keys) throws InterruptedException {
        arm(List.of(keys));
    }

    public void assertReported(String... keys) throws InterruptedException {
        List<String> heard = new ArrayList<>();
        while (heard.size() < keys.length) {
            heard.add(nextReported());
        }
        assertThat(heard).containsExactlyInAnyOrder(keys);
    }

    /** Changes another key and checks that it is the next one reported. */
    public void assertNothingReportedBefore(Runnable changeOfProbe, String probe) throws InterruptedException {
        changeOfProbe.run();
        assertReported(probe);
    }

    /** IDs of the connections on which a server tracks keys. */
    public static List<String> trackingClients(Jedis redis) {
        return redis.clientList().lines().filter(line -> line.matches(".* flags=\\w*t.*"))
                .map(line -> line.replaceAll("id=(\\d+) .*", "$1")).toList();
    }

    /** Makes a server drop the connections on which it tracks keys. */
    public static void killTracking(Jedis redis) {
        trackingClients(redis).forEach(id -> redis.sendCommand(Command.CLIENT, "KILL", "ID", id));
    }

    public static List<String> keys(int count) {
        return Stream.iterate(0, i -> i + 1).limit(count).map(i -> "asynq:{q" + i + "}:pending").toList();
    }

    @Override
    public void close() {
        reads.close(StopTime.of(Duration.ofSeconds(1)));
        connections.close();
    }
}
