package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Tasks that a channel holds for its lanes, and tasks that lanes reject. */
class ChannelTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final List<Outcome> settled = new ArrayList<>();

    private static Delivery delivery(TaskDelivery.Settler settler) {
        return new TaskDelivery(new Lease(TaskMessage.builder("type", "t", "q").maxRetry(1).build(), 1), 1,
                Clock.systemUTC(), null, settler);
    }

    private static Delivery delivery() {
        return delivery(null);
    }

    /** A delivery whose outcome is known. */
    private Delivery observed() {
        return delivery((TaskDelivery.Settler) Proxy.newProxyInstance(TaskDelivery.Settler.class.getClassLoader(),
                new Class<?>[]{ TaskDelivery.Settler.class }, (proxy, method, arguments) -> {
                    settled.add((Outcome) arguments[1]);
                    return null;
                }));
    }

    private static void holdsNothingWithoutLanes(Channel channel) {
        Channel.Lane lane = delivery -> {};
        channel.maxPrefetch(10);
        channel.ready(lane);
        assertThat(channel.deliver(delivery())).as("to the lane").isTrue();
        assertThat(channel.deliver(delivery())).as("held for the lane").isTrue();
        assertThat(channel.removePrefetched(delivery -> true)).hasSize(1);

        channel.remove(lane);

        assertThat(channel.deliver(delivery())).isFalse();
        assertThat(channel.prefetched()).isZero();
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

    /** As if the system had no other thread. */
    @Test
    void a_task_is_requeued_that_a_lane_cannot_run_because_of_an_error() {
        Channel channel = new Channel(new ChannelConfig("tasks", Map.of("q", 1), "", POLICY));
        channel.ready(delivery -> {
            throw new InternalError("unable to create native thread");
        });

        assertThat(channel.deliver(observed())).isTrue();

        assertThat(settled).singleElement().isInstanceOf(Outcome.Requeue.class);
    }

    @Test
    void what_is_held_for_the_last_lane_is_requeued_when_the_lane_is_removed() {
        Channel channel = new Channel(new ChannelConfig("tasks", Map.of("q", 1), "", POLICY));
        Channel.Lane lane = delivery -> {};
        channel.maxPrefetch(10);
        channel.ready(lane);
        channel.deliver(delivery());
        channel.deliver(observed());

        channel.remove(lane);

        assertThat(settled).containsExactly(new Outcome.Requeue());
    }

    @Test
    void a_task_that_its_lane_refuses_is_requeued() {
        Channel channel = new Channel(new ChannelConfig("tasks", Map.of("q", 1), "", POLICY));
        channel.ready(delivery -> {
            throw new IllegalStateException("the pool is full");
        });

        assertThat(channel.deliver(observed())).isTrue();

        assertThat(settled).containsExactly(new Outcome.Requeue());
    }
}
