package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskStarted;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.GroupHandler;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;

/** Groups in a whole worker, at a time set by hand. A group of three is full. */
public abstract class GroupTest extends WorkerTest {

    public static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    public static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    public final ManualClock clock = ManualClock.startingAt(T0);
    public final BlockingQueue<TaskGroup> calls = new LinkedBlockingQueue<>();
    public final BlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();
    /** IDs of the tasks that were started. */
    public final BlockingQueue<String> started = new LinkedBlockingQueue<>();
    public final CountDownLatch release = new CountDownLatch(1);
    public final CountDownLatch interrupted = new CountDownLatch(1);

    @BeforeEach
    void manualTime() {
        config.heartbeatInterval(Duration.ofMillis(10)).recoveryInterval(Duration.ofHours(1)).listener(event -> {
            if (event instanceof TaskStarted start) {
                started.add(start.task().id());
            } else {
                events.add(event);
            }
        });
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(DefaultAsynqClient.of(broker));
    }

    Channel aggregate(String prefix, int lanes, GroupHandler handler) {
        Channel channel = new Channel(new ChannelConfig("groups-" + prefix, Map.of("default", 1), "", POLICY,
                new GroupConfig(prefix, Duration.ofSeconds(1), Duration.ZERO, 3)));
        HandlerLane.openForGroups(channel, lanes, group -> {
            calls.add(group);
            handler.handle(group);
        }, pool);
        channels.add(channel);
        return channel;
    }

    void handlerWaits() {
        aggregate("", 1, group -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        });
    }

    static Task<String> member(String id) {
        return Task.of("email:welcome", "{}").id(id).group("g");
    }

    void join(String... ids) {
        client.enqueueAll(List.of(ids).stream().map(GroupTest::member).toList());
    }

    TaskGroup called() throws InterruptedException {
        TaskGroup group = calls.poll(20, TimeUnit.SECONDS);
        assertThat(group).as("a call of the handler").isNotNull();
        return group;
    }

    void awaitNothingHeld() {
        await().untilAsserted(() -> assertThat(worker.inFlight()).isZero());
    }

    static List<String> ids(TaskGroup group) {
        return group.members().stream().map(TaskMessage::id).toList();
    }
}
