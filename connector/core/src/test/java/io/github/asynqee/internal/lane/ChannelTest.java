package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** What a channel holds for its lanes. */
class ChannelTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private static Delivery delivery() {
        return new TaskDelivery(new Lease(TaskMessage.builder("type", "t", "q").maxRetry(1).build(), 1), 1,
                Clock.systemUTC(), null, null);
    }

    private static void holdsNothingWithoutLanes(Channel channel) {
        Channel.Lane lane = delivery -> {};
        channel.maxPrefetch(10);
        channel.ready(lane);
        assertThat(channel.deliver(delivery())).as("to the lane").isTrue();
        assertThat(channel.deliver(delivery())).as("held for the lane").isTrue();
        assertThat(channel.removeHeld(delivery -> true)).hasSize(1);

        channel.remove(lane);

        assertThat(channel.deliver(delivery())).isFalse();
        assertThat(channel.held()).isZero();
    }

    @Test
    void a_channel_that_has_lost_its_last_lane_holds_no_task() {
        holdsNothingWithoutLanes(new Channel(new ChannelConfig("tasks", Map.of("q", 1), "", POLICY)));
    }

    @Test
    void a_channel_that_has_lost_its_last_lane_holds_no_group() {
        holdsNothingWithoutLanes(new Channel(new ChannelConfig("groups", Map.of("q", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3))));
    }
}
