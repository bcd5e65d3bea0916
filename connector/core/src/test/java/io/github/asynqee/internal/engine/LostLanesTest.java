package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Channel.Lane;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** The tasks of a channel whose lanes are removed. */
class LostLanesTest extends WorkerTest {

    private final FailurePolicy policy = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    /** A lane that keeps the tasks that it gets. */
    private static final class HoldingLane implements Lane {

        private final BlockingQueue<Delivery> held = new LinkedBlockingQueue<>();

        @Override
        public void deliver(Delivery delivery) {
            held.add(delivery);
        }

        Delivery next() throws InterruptedException {
            return held.poll(20, TimeUnit.SECONDS);
        }
    }

    private Channel channelOf(Lane lane, String typePrefix) {
        Channel channel = new Channel(new ChannelConfig("held", Map.of("default", 1), typePrefix, policy));
        channel.ready(lane);
        channels.add(channel);
        return channel;
    }

    @Test
    void tasks_of_a_channel_without_lanes_stay_for_other_workers_and_those_of_other_channels_go_on() throws Exception {
        config.returnUnhandledTypesAfter(Duration.ofHours(1));
        HoldingLane lane = new HoldingLane();
        Channel lost = channelOf(lane, "email:");
        channel(Map.of("default", 1), "", 1, policy, delivery -> {
        });
        start();
        enqueue("running");
        Delivery running = lane.next();

        lost.remove(lane);
        enqueue("homeless");
        client.enqueue(Task.of("other", "{}").id("other"));
        awaitHandled("other");

        running.succeed();
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.active())).isFalse());
        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("homeless");
    }

    @Test
    void a_task_of_a_channel_without_lanes_that_no_other_worker_takes_is_put_aside_at_no_cost() throws Exception {
        config.returnUnhandledTypesAfter(Duration.ofMillis(200));
        HoldingLane lane = new HoldingLane();
        Channel lost = channelOf(lane, "email:");
        channel(Map.of("default", 1), "", 1, policy, delivery -> {
        });
        start();
        enqueue("running");
        lane.next().succeed();

        lost.remove(lane);
        enqueue("homeless");

        await().untilAsserted(() -> assertThat(stored("homeless").errorMessage()).contains("has no lanes"));
        assertThat(stored("homeless").retried()).isZero();
    }
}
