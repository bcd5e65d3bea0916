package io.github.asynqee.messaging.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.internal.config.Grouping;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.TracingMode;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.incoming.LaneMessage.AckCompletion;
import io.github.asynqee.messaging.internal.incoming.LaneSetup;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

class AsynqLivenessTest {

    private final List<Subscription> lanes = new ArrayList<>();
    private final IncomingChannel channel = channel(3);
    private final Report report = new Report();

    private IncomingChannel channel(int concurrency) {
        IncomingChannel created = new IncomingChannel(
                new IncomingConfig("mails", "redis://unused", concurrency, "default",
                        new ChannelConfig("mail", Map.of("default", 1), "",
                                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))),
                        Grouping.UNSET, TracingMode.PARENT, false, Optional.empty(), Optional.empty()),
                new LaneSetup("String", TaskMessage::payload, payload -> null, null, AckCompletion.IMMEDIATE,
                        ContainerThreads.pooled(), () -> null, HandlerScope.Source.NONE, () -> true));
        for (int i = 0; i < concurrency; i++) {
            created.publisher().subscribe(new Lane());
        }
        return created;
    }

    private final class Lane implements Subscriber<Message<?>> {

        @Override
        public void onSubscribe(Subscription subscription) {
            lanes.add(subscription);
        }

        @Override
        public void onNext(Message<?> message) {
            throw new AssertionError("nothing was requested");
        }

        @Override
        public void onError(Throwable error) {
            throw new AssertionError(error);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("the stream never ends");
        }
    }

    @Test
    void a_channel_with_all_its_lanes_is_up() {
        AsynqLiveness.lost(channel, report);

        assertThat(report.up).isTrue();
        assertThat(report.data).isEmpty();
    }

    @Test
    void a_thread_that_has_ended_is_named() {
        AsynqLiveness.threads(List.of("asynq-fetcher"), report);

        assertThat(report.up).isFalse();
        assertThat(report.data).containsEntry("threads", "ended unexpectedly: asynq-fetcher");
    }

    @Test
    void a_channel_that_has_lost_a_lane_is_down_and_says_how_many() {
        lanes.get(0).cancel();
        lanes.get(2).cancel();

        AsynqLiveness.lost(channel, report);

        assertThat(report.up).isFalse();
        assertThat(report.data)
                .containsExactly(Map.entry("channel mails", "2 of 3 lanes lost, see the server log"));
    }

    @Test
    void lanes_that_end_with_the_application_are_not_lost() {
        channel.stopping();
        lanes.forEach(Subscription::cancel);

        AsynqLiveness.lost(channel, report);

        assertThat(report.up).isTrue();
    }
}
