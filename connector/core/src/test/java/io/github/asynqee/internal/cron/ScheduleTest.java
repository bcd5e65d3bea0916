package io.github.asynqee.internal.cron;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Schedulers of several nodes in virtual time, on an empty Redis. Each node's clock has its own skew. */
public abstract class ScheduleTest {

    public static final Instant START = Instant.parse("2033-05-18T03:33:20Z");

    /** Those that are alive. */
    public final List<Node> nodes = new ArrayList<>();
    private final List<Broker> opened = new ArrayList<>();
    /** Real time, from {@link #START}. */
    Duration elapsed = Duration.ZERO;

    TestRedis redis() {
        return TestRedis.SINGLE;
    }

    @BeforeEach
    void clear() {
        redis().clear();
    }

    @AfterEach
    void close() {
        opened.forEach(Broker::close);
    }

    /** One node with its own broker. */
    final class Node {
        final ManualClock clock;
        final Broker broker;
        final PeriodicScheduler scheduler;
        final List<TaskEvent> events = new ArrayList<>();
        final Duration skew;

        private Node(Duration skew, String url, Executor producers) {
            this.skew = skew;
            this.clock = ManualClock.startingAt(START.plus(elapsed).plus(skew));
            this.broker = RedisBroker.connect(RedisConfig.of(url), clock);
            this.scheduler = PeriodicScheduler.builder(broker).payloadExecutor(producers).listener(events::add).build();
            nodes.add(this);
            opened.add(broker);
        }

        Node with(PeriodicTask... tasks) {
            for (PeriodicTask task : tasks) {
                scheduler.put(task);
            }
            scheduler.runOnce();
            return this;
        }

        List<PeriodicTaskEnqueued> enqueued() {
            return events.stream().map(PeriodicTaskEnqueued.class::cast).toList();
        }

        PeriodicEntry entry(String name) {
            return scheduler.entries().stream().filter(entry -> entry.name().equals(name)).findFirst().orElseThrow();
        }
    }

    Node node() {
        return node(Duration.ZERO);
    }

    Node node(Duration skew) {
        return node(skew, Runnable::run);
    }

    Node node(Duration skew, Executor producers) {
        return new Node(skew, redis().url(), producers);
    }

    Node nodeAt(String url) {
        return nodeAt(url, Duration.ZERO);
    }

    Node nodeAt(String url, Duration skew) {
        return new Node(skew, url, Runnable::run);
    }

    /** Moves all clocks forward without a notification. */
    void pass(Duration time) {
        elapsed = elapsed.plus(time);
        nodes.forEach(node -> node.clock.set(START.plus(elapsed).plus(node.skew)));
    }

    /** Lets time pass second by second; all nodes run each second. */
    void run(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            pass(Duration.ofSeconds(1));
            nodes.forEach(node -> node.scheduler.runOnce());
        }
    }

    Instant now() {
        return START.plus(elapsed);
    }

    static PeriodicTask every(int seconds) {
        return PeriodicTask.of("beat", "@every " + seconds + "s", Task.of("beat", "tick"));
    }

    List<String> pending() {
        return redis().at("asynq:{default}:pending").lrange("asynq:{default}:pending", 0, -1);
    }

    String payload(String id) {
        byte[] msg = redis().at("asynq:{default}:pending").hget(("asynq:{default}:t:" + id).getBytes(),
                "msg".getBytes());
        try {
            return new String(TaskMessage.parse(msg).payload());
        } catch (UndecodableMessageException e) {
            throw new IllegalStateException(e);
        }
    }
}
