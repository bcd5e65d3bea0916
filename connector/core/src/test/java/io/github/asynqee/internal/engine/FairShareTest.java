package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Workers with equal lanes share the tasks of a queue that each of them shares out among several channels. */
class FairShareTest extends WorkerTest {

    private static final int TASKS = 240;
    private static final int CHANNELS = 5;
    private static final Duration HANDLING = Duration.ofSeconds(1);

    private List<Channel> channels(AtomicInteger ran) {
        List<Channel> own = new ArrayList<>();
        for (int i = 0; i < CHANNELS; i++) {
            Channel channel = new Channel(new ChannelConfig("channel-" + i, Map.of("default", 1), "type" + i,
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
            HandlerLane.open(channel, 20 / CHANNELS, delivery -> {
                Thread.sleep(HANDLING.toMillis());
                ran.incrementAndGet();
            }, pool);
            own.add(channel);
        }
        Channel idle = new Channel(new ChannelConfig("idle", Map.of("default", 1), "idle",
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        HandlerLane.open(idle, 200, delivery -> {}, pool);
        own.add(idle);
        return own;
    }

    private void enqueueAll() {
        client.enqueueAll(IntStream.range(0, TASKS)
                .mapToObj(i -> Task.of("type" + i % CHANNELS, "{}").id("t" + i)).toList());
    }

    @Test
    @SomeDays(oneIn = 2)
    void two_workers_share_equally() {
        AtomicInteger one = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        start(broker, channels(one));
        Broker second = connected(TestRedis.SINGLE.url());
        start(second, channels(other));

        enqueueAll();
        await().untilAsserted(() -> assertThat(one.get() + other.get()).isEqualTo(TASKS));

        assertThat(one.get()).isBetween(TASKS * 40 / 100, TASKS * 60 / 100);
    }

    @Test
    @SomeDays(oneIn = 2)
    void a_worker_and_a_stock_peer_share_equally() {
        AtomicInteger ran = new AtomicInteger();
        // before both start: a peer that found nothing would sleep first
        enqueueAll();
        start(broker, channels(ran));
        try (StockPeer peer = new StockPeer("default", 20, HANDLING)) {
            await().untilAsserted(() -> assertThat(ran.get() + peer.handled().size()).isEqualTo(TASKS));

            assertThat(ran.get()).isBetween(TASKS * 40 / 100, TASKS * 60 / 100);
        }
    }
}
