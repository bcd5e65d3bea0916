package io.github.asynqee.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

/** What becomes of the tasks of a channel whose lanes are taken away. */
class LostLanesTest extends WorkerTest {

    private final FailurePolicy policy = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    /** A lane that keeps what it gets. */
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
    void tasks_of_a_channel_without_lanes_are_offered_later_and_others_go_on() throws Exception {
        HoldingLane lane = new HoldingLane();
        Channel lost = channelOf(lane, "email:");
        channel(Map.of("default", 1), "", 1, policy, delivery -> {
        });
        start();
        enqueue("running");
        Delivery running = lane.next();

        lost.withdraw(lane);
        enqueue("homeless");

        eventually(() -> assertThat(redis.zrange(DEFAULT.retry(), 0, -1)).containsExactly("homeless"));
        client.enqueue(io.github.asynqee.task.Task.of("other", "{}").id("other"));
        awaitHandled("other");
        running.succeed();
        awaitIdle();
    }

    @Test
    void tasks_that_wait_for_a_lane_go_back_when_the_last_one_is_taken_away() throws Exception {
        HoldingLane lane = new HoldingLane();
        Channel lost = channelOf(lane, "email:");
        // its lane lets the fetcher take one task more than the first channel has lanes for
        channelOf(new HoldingLane(), "other");
        start();
        enqueue("running");
        lane.next();
        enqueue("waiting");
        eventually(() -> assertThat(redis.lrange(DEFAULT.active(), 0, -1)).contains("waiting"));

        lost.withdraw(lane);

        eventually(() -> assertThat(redis.zrange(DEFAULT.retry(), 0, -1)).containsExactly("waiting"));
        assertThat(redis.lrange(DEFAULT.active(), 0, -1)).containsExactly("running");
    }
}
