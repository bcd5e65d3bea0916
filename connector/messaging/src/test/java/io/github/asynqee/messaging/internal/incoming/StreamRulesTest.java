package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.messaging.RedisTest;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A channel's stream obeys the rules of Reactive Streams when its subscriber breaks a rule or cancels. */
@RedisTest
class StreamRulesTest {

    private RunningChannel running;
    private IncomingChannel channel;

    @BeforeEach
    void start(EmbeddedRedis redis) {
        running = new RunningChannel(redis.url());
        channel = running.channel();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    private TestSubscriber lane() {
        TestSubscriber lane = new TestSubscriber();
        channel.publisher().subscribe(lane);
        return lane;
    }

    @Test
    void a_cancelled_lane_is_counted_and_its_subscriber_forgotten() {
        WeakReference<TestSubscriber> subscriber = cancelled();

        Awaitility.await().until(() -> {
            System.gc();
            return subscriber.get() == null;
        });
        assertThat(channel.lanes()).isEqualTo(1);
        assertThat(channel.deadLanes()).isEqualTo(1);
    }

    private WeakReference<TestSubscriber> cancelled() {
        TestSubscriber lane = lane();
        lane.subscription.request(1);
        running.enqueue(1);
        lane.next().ack().toCompletableFuture().join();
        lane.subscription.cancel();
        return new WeakReference<>(lane);
    }

    @Test
    void a_request_of_a_cancelled_lane_does_nothing() {
        TestSubscriber lane = lane();
        lane.subscription.cancel();

        CompletableFuture<Throwable> error = new CompletableFuture<>();
        lane.onError = error::complete;
        lane.subscription.request(0);

        assertThat(error).isNotDone();
    }

    @Test
    void a_request_that_is_not_positive_ends_the_lane() {
        TestSubscriber lane = lane();
        CompletableFuture<Throwable> error = new CompletableFuture<>();
        lane.onError = error::complete;

        lane.subscription.request(-1);

        assertThat(error.join()).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("rule 3.9): -1");
        assertThat(channel.tasks().isClosed()).isTrue();
        assertThat(channel.deadLanes()).isEqualTo(1);
    }

    @Test
    void a_lane_ended_by_its_request_is_told_after_the_running_call_and_receives_nothing_more() throws Exception {
        TestSubscriber lane = lane();
        CompletableFuture<Throwable> error = new CompletableFuture<>();
        CountDownLatch requested = new CountDownLatch(1);
        CountDownLatch called = new CountDownLatch(1);
        lane.onError = error::complete;
        lane.onNext = message -> {
            message.ack();
            called.countDown();
            await(requested);
        };
        lane.subscription.request(2);
        running.enqueue(2);
        await(called);

        lane.subscription.request(0);
        assertThat(error).as("while the call is running").isNotDone();
        requested.countDown();

        assertThat(error.get(10, TimeUnit.SECONDS)).hasMessageContaining("rule 3.9");
        assertThat(lane.overlapped).isFalse();
        assertThat(lane.calls).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void no_subscriber_is_no_lane() {
        assertThatNullPointerException().isThrownBy(() -> channel.publisher().subscribe(null));

        assertThat(channel.lanes()).isZero();
        assertThat(channel.tasks().isClosed()).isTrue();
    }
}
