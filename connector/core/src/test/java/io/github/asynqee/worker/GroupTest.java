package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.broker.RedisBroker;
import io.github.asynqee.broker.RedisConfig;
import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.task.Task;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.BeforeEach;

/** Groups in a whole worker, at a time set by hand. A group of three is full. */
abstract class GroupTest extends WorkerTest {

    static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    final ManualClock clock = ManualClock.startingAt(T0);
    final BlockingQueue<TaskGroup> calls = new LinkedBlockingQueue<>();
    final BlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();
    final CountDownLatch release = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);

    @BeforeEach
    void manualTime() {
        config.heartbeatInterval(Duration.ofMillis(10)).recoveryInterval(Duration.ofHours(1)).listener(events::add);
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(AsynqClient.of(broker));
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
        eventually(() -> assertThat(worker.inFlight()).isZero());
    }

    static List<String> ids(TaskGroup group) {
        return group.members().stream().map(TaskMessage::id).toList();
    }
}
