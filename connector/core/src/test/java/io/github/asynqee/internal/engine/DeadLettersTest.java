package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.Eventually;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterHandler;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A task that fails for good is told of before it is archived. */
class DeadLettersTest extends WorkerTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final BlockingQueue<String> letters = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> sent = new CompletableFuture<>();

    @BeforeEach
    void useClock() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
    }

    private void startFailing(DeadLetterHandler deadLetters) {
        startFailing("email:", deadLetters);
    }

    private void startFailing(String typePrefix, DeadLetterHandler deadLetters) {
        ChannelConfig channelConfig = new ChannelConfig("failing", Map.of("default", 1), typePrefix,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))).withDeadLetters(deadLetters);
        Channel channel = new Channel(channelConfig);
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

    private String next() throws InterruptedException {
        return letters.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void only_a_task_that_fails_for_good_is_told_of_and_not_archived_before_that_is_done() throws Exception {
        startFailing((task, error) -> {
            letters.add(task.id() + ": " + error);
            return sent;
        });

        enqueue("again", 1);
        enqueue("last", 0);

        assertThat(next()).isEqualTo("last: boom");
        Eventually.holds("again is retry", () -> "retry".equals(stateOf("again")));
        assertThat(stateOf("last")).isEqualTo("active");
        sent.complete(null);
        Eventually.holds("last is archived", () -> "archived".equals(stateOf("last")));
        assertThat(letters).isEmpty();
    }

    @Test
    void a_letter_that_cannot_be_sent_keeps_no_task_from_being_archived() throws Exception {
        startFailing((task, error) -> {
            if (task.id().equals("thrown")) {
                throw new IllegalStateException("no letters today");
            }
            return CompletableFuture.failedStage(new IllegalStateException("no letters today"));
        });

        enqueue("thrown", 0);
        enqueue("refused", 0);

        Eventually.holds("thrown is archived", () -> "archived".equals(stateOf("thrown")));
        Eventually.holds("refused is archived", () -> "archived".equals(stateOf("refused")));
    }

    @Test
    void a_letter_that_cannot_be_sent_while_redis_is_away_is_sent_before_the_task_is_archived() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        AsynqClient sender = closedLater(DefaultAsynqClient.of(connected(network.url())));
        startFailing((task, error) -> {
            letters.add(task.id());
            return sender.enqueueAsync(Task.of("lost", "{}").id("letter").queue("lost"));
        });
        network.cut();

        enqueue("last", 0);
        assertThat(next()).isEqualTo("last");
        assertThat(next()).isEqualTo("last");
        assertThat(stateOf("last")).isEqualTo("active");
        network.heal();

        Eventually.holds("last is archived", () -> "archived".equals(stateOf("last")));
        assertThat(redis.lrange("asynq:{lost}:pending", 0, -1)).containsExactly("letter");
    }

    @Test
    void an_error_of_the_letters_costs_neither_its_task_nor_others() throws Exception {
        startFailing("", (task, error) -> {
            letters.add(task.id());
            throw new NoClassDefFoundError("no letters today");
        });

        redis.hset("asynq:{default}:t:broken".getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        redis.lpush("asynq:{default}:pending", "broken");
        enqueue("last", 0);

        assertThat(List.of(next(), next())).containsExactlyInAnyOrder("broken", "last");
        Eventually.holds("last is archived", () -> "archived".equals(stateOf("last")));
        Eventually.holds("broken is archived", () -> "archived".equals(stateOf("broken")));
        Eventually.holds("nothing is held", () -> worker.inFlight() == 0);
    }

    @Test
    void at_the_end_of_the_worker_a_task_whose_letter_is_not_sent_goes_back_to_its_queue() throws Exception {
        startFailing((task, error) -> {
            letters.add(task.id());
            return new CompletableFuture<>();
        });
        enqueue("last", 0);
        assertThat(next()).isEqualTo("last");

        worker.shutdown(Duration.ofMillis(50));

        assertThat(stateOf("last")).isEqualTo("pending");
        assertThat(worker.inFlight()).isZero();
    }

    @Test
    void a_task_whose_worker_went_away_and_that_has_no_retries_left_is_told_of_too() throws Exception {
        enqueue("abandoned", 0);
        broker.workerCommands().dequeue("default", 1);
        clock.advance(Duration.ofSeconds(60));
        sent.complete(null);

        startFailing((task, error) -> {
            letters.add(task.id() + ": " + error + " (" + stateOf(task.id()) + ")");
            return sent;
        });

        assertThat(next()).isEqualTo("abandoned: asynq: task lease expired (active)");
        Eventually.holds("abandoned is archived", () -> "archived".equals(stateOf("abandoned")));
    }

    @Test
    void members_of_a_group_that_fail_for_good_are_told_of() throws Exception {
        ChannelConfig channelConfig = new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 2)).withDeadLetters((task, error) -> {
                    letters.add(task.id() + ": " + error);
                    return sent;
                });
        Channel channel = new Channel(channelConfig);
        HandlerLane.openForGroups(channel, 1, group -> {
            throw new IllegalStateException("boom");
        }, pool);
        sent.complete(null);
        client.enqueue(Task.of("email:welcome", "{}").id("again").maxRetry(1).group("g"));
        client.enqueue(Task.of("email:welcome", "{}").id("last").maxRetry(0).group("g"));

        start(broker, List.of(channel));

        assertThat(next()).isEqualTo("last: boom");
        Eventually.holds("last is archived", () -> "archived".equals(stateOf("last")));
        Eventually.holds("again is retry", () -> "retry".equals(stateOf("again")));
        assertThat(letters).isEmpty();
    }

    @Test
    void a_letter_that_takes_long_keeps_no_other_group_waiting() throws Exception {
        ChannelConfig channelConfig = new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 1)).withDeadLetters((task, error) -> {
                    letters.add(task.id());
                    return sent;
                });
        Channel channel = new Channel(channelConfig);
        HandlerLane.openForGroups(channel, 2, group -> {
            if (group.group().equals("slow")) {
                throw new IllegalStateException("boom");
            }
        }, pool);
        client.enqueue(Task.of("email:welcome", "{}").id("last").maxRetry(0).group("slow"));
        start(broker, List.of(channel));
        assertThat(next()).isEqualTo("last");

        client.enqueue(Task.of("email:welcome", "{}").id("other").group("quick"));
        clock.advance(Duration.ofSeconds(7));

        Eventually.holds("other is done", () -> stateOf("other") == null);
        assertThat(stateOf("last")).isEqualTo("aggregating");
        sent.complete(null);
        Eventually.holds("last is archived", () -> "archived".equals(stateOf("last")));
    }
}
