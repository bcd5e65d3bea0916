package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;

import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.tracking.Watch;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workers behind a network, or a server that has only a part of what Redis has. */
class WakeUpByPushTest extends WorkerTest {

    private TcpProxy network;

    @BeforeEach
    void connectThroughNetwork() {
        network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        client = closedLater(DefaultAsynqClient.of(connected(TestRedis.SINGLE.url())));
        // so that nothing but a notification brings a task within the test's time
        config.taskCheckInterval(Duration.ofMinutes(10)).delayedTaskCheckInterval(Duration.ofMinutes(10));
        channel("default", 1, delivery -> {});
    }

    /** An empty queue is polled at short intervals at first: waits until that would find a task too late for the test. */
    private void awaitRest() {
        await().untilAsserted(() -> assertThat(broker.queueChanges().isPushed()).isTrue());
        await().untilAsserted(() -> {
            long asked = WakingUpTest.calls(redis, "lindex");
            pings(500);
            assertThat(WakingUpTest.calls(redis, "lindex")).isEqualTo(asked);
        });
    }

    @Test
    void a_server_without_redirection_wakes_the_worker_by_push() throws Exception {
        network.reject("REDIRECT");
        start();
        awaitRest();

        for (int i = 0; i < 20; i++) {
            enqueue("t" + i);
            awaitHandled("t" + i);
        }
        client.enqueue(Task.of("email:welcome", "{}").id("soon").processIn(Duration.ofSeconds(1)));
        awaitHandled("soon");
        assertThat(broker.queueChanges().isPushed()).isTrue();
        assertThat(Watch.trackingClients(redis)).hasSize(1);
    }

    @Test
    void where_tracking_is_refused_the_worker_polls_and_says_so() throws Exception {
        network.reject("TRACKING");
        config.taskCheckInterval(Duration.ofMillis(100));
        start();

        for (int i = 0; i < 3; i++) {
            enqueue("t" + i);
            awaitHandled("t" + i);
        }
        await().untilAsserted(() -> assertThat(broker.queueChanges().refusal()).hasValueSatisfying(
                reason -> assertThat(reason).contains("CLIENT TRACKING")));
        assertThat(broker.queueChanges().isPushed()).isFalse();
    }

    @Test
    void a_worker_whose_connection_is_killed_again_and_again_misses_no_task() throws Exception {
        start();
        awaitRest();
        for (int i = 0; i < 5; i++) {
            enqueue("before" + i);
            Watch.killTracking(redis);
            enqueue("after" + i);
            awaitHandled("before" + i, "after" + i);
        }

        awaitRest();
        enqueue("last");
        awaitHandled("last");
    }
}
