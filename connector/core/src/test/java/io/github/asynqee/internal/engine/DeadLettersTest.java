package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A permanently failed task leaves a dead letter before it is archived. */
class DeadLettersTest extends WorkerTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);

    @BeforeEach
    void useClock() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
    }

    private static ChannelConfig withDeadLetters(ChannelConfig channel) {
        return channel.withDeadLetters(new DeadLetterQueue("graveyard", "letter"));
    }

    private void startFailing(String typePrefix) {
        Channel channel = new Channel(withDeadLetters(new ChannelConfig("failing", Map.of("default", 1), typePrefix,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))))));
        HandlerLane.open(channel, 1, delivery -> {
            throw new IllegalStateException("boom");
        }, pool);
        worker = start(broker, List.of(channel));
    }

    private void enqueue(String id, int maxRetry) {
        client.enqueue(Task.of("email:welcome", "{}").id(id).maxRetry(maxRetry));
    }

    private String stateOf(String id) {
        return redis.hget("asynq:{default}:t:" + id, "state");
    }

    /** IDs and errors of the tasks that left a letter, oldest first. */
    private List<String> letters() {
        return redis.lrange("asynq:{graveyard}:pending", 0, -1).stream()
                .map(id -> redis.hget(("asynq:{graveyard}:t:" + id).getBytes(), "msg".getBytes()))
                .map(DeadLettersTest::text).sorted().toList();
    }

    private static String text(byte[] letter) {
        try {
            Map<String, String> headers = TaskMessage.parse(letter).headers();
            return headers.get("dead-letter-id") + ": " + headers.get("dead-letter-error");
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    /** Makes Redis refuse all letters: their queue's list is a string. */
    private void refuseLetters() {
        redis.set("asynq:{graveyard}:pending", "not a list");
    }

    @Test
    void only_a_permanently_failed_task_leaves_a_letter() {
        startFailing("email:");

        enqueue("again", 1);
        enqueue("last", 0);

        await("again is retry").until(() -> "retry".equals(stateOf("again")));
        await("last is archived").until(() -> "archived".equals(stateOf("last")));
        assertThat(letters()).containsExactly("last: boom");
    }

    @Test
    void the_letters_of_a_queue_with_shards_are_distributed_over_them() {
        broker.shards().declare("graveyard", 4, Declared.RAISE);
        startFailing("email:");

        for (int i = 0; i < 40; i++) {
            enqueue("last-" + i, 0);
        }

        await().untilAsserted(() -> assertThat(redis.zcard("asynq:{default}:archived")).isEqualTo(40));
        List<Long> sizes = Shards.names("graveyard", 4).stream().map(shard -> redis.llen(QueueKeys.of(shard).pending()))
                .toList();
        assertThat(sizes).allMatch(size -> size > 0);
        assertThat(sizes.stream().mapToLong(size -> size).sum()).isEqualTo(40);
    }

    @Test
    void a_letter_that_redis_refuses_does_not_keep_its_task_from_being_archived() {
        refuseLetters();
        startFailing("email:");

        enqueue("last", 0);

        await("last is archived").until(() -> "archived".equals(stateOf("last")));
    }

    @Test
    void a_letter_is_stored_before_its_task_is_archived_when_redis_is_available_again() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        CountDownLatch cut = new CountDownLatch(1);
        Channel channel = new Channel(withDeadLetters(new ChannelConfig("failing", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))))));
        HandlerLane.open(channel, 1, delivery -> {
            network.cut();
            cut.countDown();
            throw new IllegalStateException("boom");
        }, pool);
        worker = start(broker, List.of(channel));

        enqueue("last", 0);
        assertThat(cut.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(stateOf("last")).isEqualTo("active");
        assertThat(letters()).isEmpty();
        network.heal();

        await("last is archived").until(() -> "archived".equals(stateOf("last")));
        assertThat(letters()).containsExactly("last: boom");
    }

    @Test
    void a_task_that_cannot_be_decoded_leaves_a_letter_too() {
        startFailing("");

        redis.hset("asynq:{default}:t:broken".getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        redis.lpush("asynq:{default}:pending", "broken");
        enqueue("last", 0);

        await("last is archived").until(() -> "archived".equals(stateOf("last")));
        await("broken is archived").until(() -> "archived".equals(stateOf("broken")));
        await("nothing is held").until(() -> worker.inFlight() == 0);
        assertThat(letters()).hasSize(2).first().asString().startsWith("broken: ");
    }

    @Test
    void a_task_whose_worker_died_and_that_has_no_retries_left_leaves_a_letter() {
        enqueue("abandoned", 0);
        broker.workerCommands().dequeue("default", 1);
        clock.advance(Duration.ofSeconds(60));

        startFailing("");

        await("abandoned is archived").until(() -> "archived".equals(stateOf("abandoned")));
        assertThat(letters()).containsExactly("abandoned: asynq: task lease expired");
    }

    @Test
    void permanently_failed_members_of_a_group_leave_letters() {
        Channel channel = new Channel(withDeadLetters(new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 2))));
        HandlerLane.openForGroups(channel, 1, group -> {
            throw new IllegalStateException("boom");
        }, pool);
        client.enqueue(Task.of("email:welcome", "{}").id("again").maxRetry(1).group("g"));
        client.enqueue(Task.of("email:welcome", "{}").id("last").maxRetry(0).group("g"));

        start(broker, List.of(channel));

        await("last is archived").until(() -> "archived".equals(stateOf("last")));
        await("again is retry").until(() -> "retry".equals(stateOf("again")));
        assertThat(letters()).containsExactly("last: boom");
    }
}
