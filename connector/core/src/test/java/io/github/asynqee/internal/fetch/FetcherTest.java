package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.client.ShardedStore;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;

/** When the fetcher polls which queues, and for how many tasks. */
class FetcherTest {

    private final FakeQueues redis = new FakeQueues();
    private final Set<String> behind = new HashSet<>();
    private final List<String> run = new CopyOnWriteArrayList<>();
    private final InFlight inFlight = new InFlight();
    private WorkerConfig.Builder config = WorkerConfig.builder();
    private long now = 1_000;

    private Channel channel(int lanes, String type, Map<String, Integer> queues) {
        Channel channel = new Channel(new ChannelConfig("channel", queues, type,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
        for (int i = 0; i < lanes; i++) {
            channel.ready(delivery -> run.add("task"));
        }
        return channel;
    }

    private Fetcher fetcher(Channel... channels) {
        return fetcher(new Router(List.of(channels)));
    }

    private Fetcher fetcher(Router router) {
        WorkerConfig built = config.build();
        WorkerMetrics metrics = new WorkerMetrics(() -> 0, () -> 0, List.of(), null);
        Clock clock = redis.broker().clock();
        TaskEvents events = new TaskEvents(TaskListener.NONE, clock);
        Completer completer = new Completer(redis.commands(), clock, events, metrics, AttemptRecorder.OFF);
        DeadLetterSender letters = new DeadLetterSender(new ShardedStore(null, KnownShards.NONE), clock,
                router::configOf, () -> now);
        TaskSettler settler = new TaskSettler(redis.broker(), router::configOf, inFlight, queue -> completer, letters,
                events, queue -> {});
        TaskDispatcher dispatcher = new TaskDispatcher(built, router, inFlight, settler, metrics);
        return new Fetcher(redis.broker(), router, built, dispatcher, behind::contains, metrics,
                new ScanBudget(ScanBudget.USED_UP), new Random(1), () -> now);
    }

    /** Runs until there is nothing to do; returns the rest. */
    private Duration runAll(Fetcher fetcher) {
        Duration rest = fetcher.runOnce();
        while (rest.isZero()) {
            rest = fetcher.runOnce();
        }
        return rest;
    }

    @Test
    void with_strict_priorities_the_queue_of_the_highest_one_is_asked_first_and_the_next_for_the_lanes_that_are_left() {
        config.strictPriority(true);
        Fetcher fetcher = fetcher(channel(8, "", Map.of("low", 1, "high", 3, "middle", 2)));
        redis.pending.putAll(Map.of("high", 5, "middle", 2, "low", 9));

        fetcher.runOnce();

        assertThat(redis.asked).containsExactly("high 8", "middle 3", "low 1");
        assertThat(run).hasSize(8);
    }

    @Test
    void queues_with_tasks_share_the_lanes_by_their_priorities() {
        Fetcher fetcher = fetcher(channel(8, "", Map.of("low", 1, "high", 3)));
        redis.pending.putAll(new HashMap<>(Map.of("high", 100, "low", 100)));

        fetcher.runOnce();

        assertThat(redis.pending).containsExactlyInAnyOrderEntriesOf(Map.of("high", 94, "low", 98));
    }

    @Test
    void shards_share_what_their_logical_queue_may_take() {
        Channel channel = channel(8, "", Map.of("other", 1, "sharded", 3));
        Fetcher fetcher = fetcher(new Router(List.of(channel), Map.of("sharded", 2)));
        redis.pending.putAll(new HashMap<>(Map.of("other", 100, "sharded", 100, "sharded~1", 100)));

        fetcher.runOnce();

        assertThat(redis.pending.get("other")).isEqualTo(98);
        assertThat(redis.pending.get("sharded") + redis.pending.get("sharded~1")).isEqualTo(194);
    }

    @Test
    void a_request_is_limited_to_one_batch_with_a_task_at_least_for_each_channel_that_has_lanes() {
        config.fetchBatch(10);
        Fetcher fetcher = fetcher(channel(100, "a:", Map.of("mixed", 1)), channel(1, "bb:", Map.of("mixed", 1)));

        fetcher.runOnce();

        assertThat(redis.asked).containsExactly("mixed [1, 9]");
    }

    @Test
    void a_queue_without_more_tasks_is_asked_again_when_it_has_changed() {
        Fetcher fetcher = fetcher(channel(2, "", Map.of("mails", 1)));
        redis.pending.put("mails", 1);
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofSeconds(5));
        assertThat(redis.asked).containsExactly("mails 2");

        runAll(fetcher);
        assertThat(redis.asked).hasSize(1);
        fetcher.changed("mails");
        runAll(fetcher);
        assertThat(redis.asked).containsExactly("mails 2", "mails 1");
    }

    @Test
    void a_queue_that_has_changed_before_it_was_watched_is_asked_at_once() {
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));
        redis.ends = new QueueEnds("b", "a");

        assertThat(fetcher.runOnce()).isZero();
        redis.ends = QueueEnds.EMPTY;
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofSeconds(5));
        assertThat(redis.asked).containsExactly("mails 1", "mails 1");
    }

    @Test
    void without_notifications_a_queue_is_polled() {
        redis.notifies = false;
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));

        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(5));
        now += Duration.ofMillis(40).toNanos();
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(10));
        assertThat(redis.asked).hasSize(2);
    }

    @Test
    void the_more_queues_are_polled_the_longer_is_the_shortest_pause() {
        redis.notifies = false;
        Map<String, Integer> queues = new HashMap<>();
        IntStream.range(0, 50).forEach(i -> queues.put("q" + i, 1));
        Fetcher fetcher = fetcher(channel(100, "", queues));

        for (int i = 0; i < 4; i++) {
            assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(100));
            redis.asked.clear();
            now += Duration.ofMillis(100).toNanos();
        }
        redis.pending.put("q7", 1);
        runAll(fetcher);
        assertThat(redis.asked).as("500 per second").hasSizeBetween(50, 51);
    }

    @Test
    void a_task_that_is_cancelled_while_it_is_on_its_way_does_not_run() {
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));
        redis.pending.put("mails", 1);
        redis.beforeReply = () -> inFlight.cancelled("id");

        fetcher.runOnce();

        assertThat(run).isEmpty();
        assertThat(inFlight.tasks()).allMatch(TaskDelivery::isClaimed);
    }

    @Test
    void a_request_to_cancel_an_earlier_run_of_a_task_does_not_concern_the_next_one() {
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));
        redis.pending.put("mails", 1);
        inFlight.cancelled("id");

        fetcher.runOnce();

        assertThat(run).hasSize(1);
    }

    @Test
    void without_a_free_lane_nothing_is_asked() {
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));
        redis.pending.put("mails", 2);
        runAll(fetcher);
        fetcher.changed("mails");
        runAll(fetcher);

        assertThat(redis.asked).containsExactly("mails 1");
    }

    @Test
    void a_queue_that_fails_rests_and_does_not_delay_the_others() {
        Fetcher fetcher = fetcher(channel(8, "", Map.of("broken", 1, "mails", 1)));
        redis.unreachable.add("broken");
        redis.pending.put("mails", 1);

        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(100));
        assertThat(run).hasSize(1);
        assertThat(redis.asked).filteredOn(asked -> asked.startsWith("broken")).hasSize(1);
        now += Duration.ofMillis(100).toNanos();
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(200));
        assertThat(redis.asked).filteredOn(asked -> asked.startsWith("broken")).hasSize(2);
    }

    @Test
    void a_queue_with_too_many_unwritten_outcomes_rests() {
        Fetcher fetcher = fetcher(channel(1, "", Map.of("mails", 1)));
        behind.add("mails");
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(1));
        now += Duration.ofMillis(1).toNanos();
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofMillis(2));
        assertThat(redis.asked).isEmpty();

        behind.clear();
        now += Duration.ofMillis(2).toNanos();
        runAll(fetcher);
        assertThat(redis.asked).containsExactly("mails 1");
    }

    @Test
    void shards_that_are_added_are_read_first_and_asked_if_they_have_tasks() {
        Router router = new Router(List.of(channel(4, "", Map.of("mails", 1))));
        Fetcher fetcher = fetcher(router);
        runAll(fetcher);
        router.addShards("mails", 2);
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofSeconds(5));
        assertThat(redis.asked).containsExactly("mails 4");

        redis.ends = new QueueEnds("b", "a");
        router.addShards("mails", 3);
        assertThat(fetcher.runOnce()).isZero();
        redis.ends = QueueEnds.EMPTY;
        runAll(fetcher);
        assertThat(redis.asked).containsExactly("mails 4", "mails~2 4", "mails~2 4");
    }

    /** With 10,000 queues, the fetcher polls only as many as it has free lanes, and no empty queue. */
    @Test
    void of_many_queues_only_as_many_are_asked_as_there_is_room_for() {
        Channel channel = channel(8, "", Map.of("tenant-*", 1, "mails", 1));
        Router router = new Router(List.of(channel));
        Fetcher fetcher = fetcher(router);
        runAll(fetcher);
        redis.asked.clear();
        router.addQueues(many(10_000));
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofSeconds(5));
        assertThat(redis.asked).as("they were read, and are empty").isEmpty();

        IntStream.range(0, 10_000).filter(i -> i % 2 == 0).forEach(i -> {
            redis.pending.put("tenant-" + i, 3);
            fetcher.changed("tenant-" + i);
        });
        assertThat(runAll(fetcher)).isEqualTo(Duration.ofSeconds(5));

        assertThat(run).hasSize(8);
        assertThat(redis.asked).hasSize(3);
        assertThat(redis.asked).allMatch(asked -> redis.pending.containsKey(asked.split(" ")[0]));
    }

    private static Map<String, Integer> many(int count) {
        Map<String, Integer> queues = new HashMap<>();
        IntStream.range(0, count).forEach(i -> queues.put("tenant-" + i, 1));
        return queues;
    }

    /** Each command of a round delays the tasks of all other queues. */
    @Test
    void many_new_queues_are_read_in_several_rounds_between_which_tasks_of_others_are_taken() {
        Router router = new Router(List.of(channel(8, "", Map.of("tenant-*", 1, "mails", 1))));
        Fetcher fetcher = fetcher(router);
        runAll(fetcher);
        router.addQueues(many(10_000));
        redis.looks.clear();
        redis.asked.clear();
        redis.pending.put("mails", 1);
        fetcher.changed("mails");

        assertThat(fetcher.runOnce()).isZero();
        assertThat(redis.asked).containsExactly("mails 8");
        runAll(fetcher);
        assertThat(redis.looks).allMatch(queues -> queues.size() <= 1_001);
        assertThat(redis.looks.stream().flatMap(List::stream).filter(queue -> queue.startsWith("tenant-")).distinct())
                .hasSize(10_000);
    }

    /** Otherwise nothing would lead to their tasks: changes of a queue that was not read are not notified. */
    @Test
    void new_queues_that_could_not_be_read_are_asked_instead() {
        Router router = new Router(List.of(channel(8, "", Map.of("tenant-*", 1))));
        Fetcher fetcher = fetcher(router);
        runAll(fetcher);
        router.addQueues(many(3));
        redis.pending.put("tenant-1", 1);
        RuntimeException failure = new IllegalStateException("unexpected");
        redis.lookFailure = failure;
        assertThatThrownBy(fetcher::runOnce).isSameAs(failure);

        runAll(fetcher);
        assertThat(run).hasSize(1);
        assertThat(redis.looks.get(redis.looks.size() - 1)).hasSize(3);
    }

    @Test
    void a_task_at_the_head_that_nobody_handles_is_postponed_though_the_queue_rests_when_its_time_comes() {
        config.returnUnhandledTypesAfter(Duration.ofSeconds(1));
        Fetcher fetcher = fetcher(channel(1, "mail:", Map.of("mixed", 1)));
        redis.unhandled = "odd";
        runAll(fetcher);
        int asked = redis.demands.size();
        now += Duration.ofMillis(999).toNanos();
        runAll(fetcher);
        behind.add("mixed");
        fetcher.changed("mixed");
        now += Duration.ofMillis(1).toNanos();
        Duration rest = runAll(fetcher);
        behind.clear();
        assertThat(rest).isLessThanOrEqualTo(Duration.ofMillis(50));
        now += rest.toNanos();
        runAll(fetcher);

        assertThat(redis.demands.size()).isGreaterThan(asked);
        assertThat(redis.demands.get(redis.demands.size() - 1).putAside()).isEqualTo("odd");
    }

    @Test
    void a_queue_of_a_slow_node_is_asked_beside_the_others_for_half_of_the_lanes() {
        Channel lanes = channel(4, "", Map.of("slow", 1, "fast", 1));
        Fetcher fetcher = fetcher(lanes);
        runAll(fetcher);
        CountDownLatch answers = new CountDownLatch(1);
        redis.beforeReply = () -> await().until(() -> answers.getCount() == 0);
        redis.slow.add("slow");
        redis.pending.put("slow", 9);
        fetcher.changed("slow");
        fetcher.runOnce();
        await().until(() -> redis.asked.contains("slow 2"));
        redis.beforeReply = () -> {};
        redis.pending.put("fast", 9);
        fetcher.changed("fast");

        runAll(fetcher);

        assertThat(run).as("the lanes that the slow queue leaves").hasSize(2);
        assertThat(redis.pending).containsEntry("fast", 7);
        answers.countDown();
        fetcher.end();
        assertThat(run).hasSize(4);
        lanes.ready(delivery -> run.add("task"));
        runAll(fetcher);
        assertThat(run).as("nothing is reserved any more").hasSize(5);
    }

    @Test
    void queues_of_slow_nodes_reserve_half_of_the_lanes_together() {
        Channel lanes = channel(8, "", Map.of("slow-1", 1, "slow-2", 1, "slow-3", 1, "fast", 1));
        Fetcher fetcher = fetcher(lanes);
        runAll(fetcher);
        CountDownLatch answers = new CountDownLatch(1);
        redis.beforeReply = () -> {
            if (Thread.currentThread().getName().equals("asynq-slow-node")) {
                await().until(() -> answers.getCount() == 0);
            }
        };
        for (String queue : List.of("slow-1", "slow-2", "slow-3")) {
            redis.slow.add(queue);
            redis.pending.put(queue, 9);
            fetcher.changed(queue);
        }
        fetcher.runOnce();
        now += Duration.ofMillis(100).toNanos();
        fetcher.runOnce();
        redis.pending.put("fast", 9);
        fetcher.changed("fast");

        runAll(fetcher);

        assertThat(run).as("the lanes that slow queues leave").hasSize(4);
        answers.countDown();
        fetcher.end();
    }
}
