package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class WakingUpTest extends WorkerTest {

    @BeforeEach
    void resetStatistics() {
        redis.configResetStat();
    }

    static long calls(Jedis redis, String command) {
        Matcher stat = Pattern.compile("cmdstat_" + command + ":calls=(\\d+)").matcher(redis.info("commandstats"));
        return stat.find() ? Long.parseLong(stat.group(1)) : 0;
    }

    /** The queues are empty, and their changes are notified. */
    private void awaitHearing() {
        await().untilAsserted(() -> assertThat(broker.queueChanges().isTracking()).isTrue());
        await().untilAsserted(() -> {
            long asked = asked();
            pings(500);
            assertThat(asked()).as("is at rest").isEqualTo(asked);
        });
    }

    /** How often queues were polled or their ends were read. */
    private long asked() {
        return calls(redis, "evalsha") + calls(redis, "lindex");
    }

    @Test
    void an_idle_worker_is_notified_instead_of_polling() throws Exception {
        // a worker that polls would do so a hundred times before the task comes
        config.taskCheckInterval(Duration.ofMillis(1)).heartbeatInterval(Duration.ofSeconds(10));
        channel("default", 1, delivery -> {});
        start();
        awaitHearing();
        long askedBefore = asked();

        pings(2_000);
        assertThat(asked()).isEqualTo(askedBefore);
        enqueue("t1");
        awaitHandled("t1");
    }

    @Test
    void a_task_pushed_by_any_client_wakes_the_worker() throws Exception {
        // so that nothing but the news would bring a task within the test's time
        config.taskCheckInterval(Duration.ofMinutes(10));
        channel("default", 1, delivery -> {});
        start();
        awaitHearing();
        for (int i = 0; i < 20; i++) {
            enqueue("t" + i);
            awaitHandled("t" + i);
        }
        awaitIdle();
    }

    @Test
    void where_changes_are_not_notified_the_worker_polls() throws Exception {
        EmbeddedRedis restricted = closedLater(EmbeddedRedis.builder()
                .user("worker", "secret", "~asynq:*", "&*", "+@all", "-client").start());
        broker = connected(restricted.url("worker"));
        client = DefaultAsynqClient.of(broker);
        config.taskCheckInterval(Duration.ofMillis(50)).delayedTaskCheckInterval(Duration.ofMillis(50));
        channel("default", 1, delivery -> {});
        start();

        for (int i = 0; i < 5; i++) {
            enqueue("t" + i);
            awaitHandled("t" + i);
        }
        client.enqueue(Task.of("email:welcome", "{}").id("later").processIn(Duration.ofSeconds(1)));
        awaitHandled("later");
        assertThat(broker.queueChanges().isTracking()).isFalse();
        assertThat(broker.queueChanges().refusal()).hasValueSatisfying(why -> assertThat(why).contains("NOPERM"));
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_lane_that_is_busy_for_a_moment_is_no_reason_to_hear_no_more() throws Exception {
        channel("default", 1, delivery -> Thread.sleep(100));
        start();
        awaitHearing();
        redis.configResetStat();
        long begin = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            // longer than a fetcher listens while all lanes are busy
            Thread.sleep(600);
            enqueue("t" + i);
            awaitHandled("t" + i);
        }

        // one to each sign of life, every other second
        assertThat(calls(redis, "client")).isLessThan(5 + (System.nanoTime() - begin) / 2_000_000_000);
    }

    @Test
    void a_type_whose_lanes_are_busy_does_not_deafen_the_other_types_of_its_queue() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        FailurePolicy policy = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));
        channel(Map.of("default", 1), "slow:", 1, policy, delivery -> release.await());
        Channel quick = channel(Map.of("default", 1), "quick:", 1, policy, delivery -> {});
        client.enqueue(Task.of("slow:mail", "{}").id("slow"));
        start();
        awaitHandled("slow");
        client.enqueue(Task.of("slow:mail", "{}").id("waits"));
        awaitHearing();

        for (int i = 0; i < 3; i++) {
            // longer than a fetcher listens that watches no queue
            Thread.sleep(300);
            // makes the fetcher poll the queues
            HandlerLane.open(quick, 1, delivery -> handled.add(delivery.message().id()), pool);
            pings(500);
            client.enqueue(Task.of("quick:mail", "{}").id("quick" + i));
            awaitHandled("quick" + i);
        }
        release.countDown();
    }

    @Test
    void a_queue_whose_changes_cannot_be_watched_is_polled_and_not_asked_without_pause() throws Exception {
        EmbeddedRedis restricted = closedLater(EmbeddedRedis.builder()
                .user("worker", "secret", "~asynq:*", "&*", "+@all", "-lindex").start());
        broker = connected(restricted.url("worker"));
        client = DefaultAsynqClient.of(broker);
        config.taskCheckInterval(Duration.ofMillis(100));
        channel("default", 1, delivery -> {});
        start();
        enqueue("t1");
        awaitHandled("t1");

        try (Jedis observer = TestRedis.connect(restricted)) {
            observer.configResetStat();
            for (int i = 0; i < 10_000; i++) {
                observer.ping();
            }
            assertThat(calls(observer, "evalsha")).as("some 10 a second").isLessThan(100);
        }
        enqueue("t2");
        awaitHandled("t2");
    }

    @Test
    void changes_of_any_number_of_queues_are_notified() throws Exception {
        config.taskCheckInterval(Duration.ofMinutes(10)).delayedTaskCheckInterval(Duration.ofMinutes(10));
        Map<String, Integer> queues = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            queues.put("q" + i, 1);
        }
        channel(queues, "", 2, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), delivery -> {});
        start();
        awaitHearing();

        for (int i = 0; i < 200; i++) {
            client.enqueue(Task.of("email:welcome", "{}").id("t" + i).queue("q" + i));
            awaitHandled("t" + i);
        }
    }

    @Test
    void a_task_scheduled_at_short_notice_by_a_peer_runs_on_its_second() throws Exception {
        config.delayedTaskCheckInterval(Duration.ofMinutes(10));
        channel("default", 1, delivery -> {});
        start();
        awaitHearing();

        try (AsynqClient peer = DefaultAsynqClient.of(connected(TestRedis.SINGLE.url()))) {
            peer.enqueue(Task.of("email:welcome", "{}").id("soon").processIn(Duration.ofSeconds(1)));
            awaitHandled("soon");
        }
    }

    @Test
    void a_pause_and_its_end_are_notified() throws Exception {
        config.taskCheckInterval(Duration.ofMinutes(10));
        channel("default", 1, delivery -> {});
        redis.set(DEFAULT.paused(), "2000000000");
        start();
        enqueue("t1");
        awaitHearing();
        assertThat(handled).isEmpty();

        redis.del(DEFAULT.paused());
        awaitHandled("t1");

        redis.set(DEFAULT.paused(), "2000000000");
        enqueue("t2");
        awaitHearing();
        assertThat(handled).isEmpty();
    }

    @Test
    void while_no_lane_is_free_the_worker_does_not_ask() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 1, delivery -> release.await());
        enqueue("t1");
        enqueue("t2");
        start();
        awaitHandled("t1");
        awaitHearing();
        long asked = asked();

        for (int i = 3; i < 100; i++) {
            enqueue("t" + i);
        }

        assertThat(asked() - asked).as("scripts besides those that enqueue").isLessThanOrEqualTo(97 + 5);
        release.countDown();
        awaitHandled("t2");
    }
}
