package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;

/** Which of the queues of one place are drawn. */
class QueueOrderEntryTest {

    private static final Predicate<Channel> ANY = channel -> true;

    private final Channel mails = channel("mails:");
    private final Channel others = channel("");
    private final Random random = new Random(1);
    private QueueOrderEntry place;
    private List<QueueState> queues;

    private static Channel channel(String type) {
        return new Channel(new ChannelConfig("channel" + type, Map.of("tenant-*", 1), type,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
    }

    private void queues(int count, Channel... channels) {
        Router router = new Router(List.of(channels));
        ScanBudget budget = new ScanBudget(ScanBudget.USED_UP);
        queues = IntStream.range(0, count).mapToObj(i -> new QueueState("tenant-" + i, router.routes("tenant-*"),
                WorkerConfig.builder().build(), budget, new PollPause(Duration.ofSeconds(1)), () -> 0)).toList();
        place = new QueueOrderEntry("tenant-*",
                queues.get(0).routes().stream().map(RouteProgress::channel).toList());
        queues.forEach(queue -> place.update(queue, 0));
    }

    private List<QueueState> drawAll(Predicate<Channel> wanted) {
        place.begin();
        List<QueueState> drawn = new ArrayList<>();
        for (QueueState queue = place.draw(wanted, random); queue != null; queue = place.draw(wanted, random)) {
            drawn.add(queue);
        }
        return drawn;
    }

    /** A route has no tasks until its queue changes. */
    private void dry(QueueState queue, int route) {
        boolean wasDry = queue.routes().get(1 - route).awaitsChange(queue.changesKnown());
        queue.readFirst();
        if (!wasDry) {
            queue.routes().get(1 - route).want(1);
            queue.routes().get(1 - route).found(false);
        }
        place.update(queue, 0);
    }

    @Test
    void each_queue_is_drawn_once_in_a_turn_and_all_are_first_equally_often() {
        queues(4, others);
        Map<QueueState, Integer> first = new HashMap<>();
        Set<List<QueueState>> orders = new HashSet<>();
        for (int i = 0; i < 40_000; i++) {
            List<QueueState> drawn = drawAll(ANY);
            assertThat(drawn).containsExactlyInAnyOrderElementsOf(queues);
            first.merge(drawn.get(0), 1, Integer::sum);
            orders.add(drawn);
        }
        assertThat(first.values()).allSatisfy(times -> assertThat(times).isBetween(9_600, 10_400));
        assertThat(orders).hasSize(24);
    }

    @Test
    void a_queue_with_tasks_of_two_channels_is_first_no_more_often_than_the_others() {
        queues(3, mails, others);
        dry(queues.get(1), 0);
        dry(queues.get(2), 1);
        Map<QueueState, Integer> first = new HashMap<>();
        for (int i = 0; i < 30_000; i++) {
            List<QueueState> drawn = drawAll(ANY);
            assertThat(drawn).containsExactlyInAnyOrderElementsOf(queues);
            first.merge(drawn.get(0), 1, Integer::sum);
        }
        assertThat(first.values()).hasSize(3).allSatisfy(times -> assertThat(times).isBetween(9_600, 10_400));
    }

    @Test
    void only_queues_with_tasks_of_a_channel_that_is_wanted_are_drawn() {
        queues(3, mails, others);
        dry(queues.get(0), 0);
        dry(queues.get(1), 1);

        assertThat(drawAll(channel -> channel == mails)).containsExactlyInAnyOrder(queues.get(1), queues.get(2));
        assertThat(drawAll(channel -> channel == others)).containsExactlyInAnyOrder(queues.get(0), queues.get(2));
        assertThat(drawAll(channel -> false)).isEmpty();
        dry(queues.get(2), 0);
        dry(queues.get(2), 1);
        assertThat(drawAll(ANY)).containsExactlyInAnyOrder(queues.get(0), queues.get(1));
        assertThat(place.hasReady(ANY)).isFalse();
        place.begin();
        assertThat(place.hasReady(ANY)).isTrue();
        assertThat(place.hasReady(channel -> false)).isFalse();
        queues.get(2).changed();
        place.update(queues.get(2), 0);
        assertThat(drawAll(ANY)).containsExactlyInAnyOrderElementsOf(queues);
    }

    @Test
    void queues_that_leave_and_return_while_others_are_drawn_are_all_kept() {
        queues(50, others);
        Set<QueueState> expected = new HashSet<>(queues);
        for (int i = 0; i < 5_000; i++) {
            place.begin();
            for (int j = random.nextInt(10); j > 0; j--) {
                place.draw(ANY, random);
            }
            QueueState queue = queues.get(random.nextInt(queues.size()));
            if (expected.remove(queue)) {
                queue.readFirst();
            } else {
                expected.add(queue);
                queue.changed();
            }
            place.update(queue, 0);
            assertThat(drawAll(ANY)).hasSize(expected.size()).containsAll(expected);
        }
    }
}
