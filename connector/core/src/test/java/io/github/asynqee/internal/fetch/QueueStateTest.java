package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.watch.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a queue is polled again, depending on the time and on its last answer. */
class QueueStateTest {

    private static final QueueLook EMPTY = new QueueLook(QueueEnds.EMPTY, false, null);
    private static final QueueLook PAUSED = new QueueLook(new QueueEnds("b", "a"), true, null);
    private static final QueueLook OTHERS = new QueueLook(new QueueEnds("b", "a"), false, null);

    private final Channel all = channel("all", "");
    private final Channel emails = channel("emails", "email:");
    private final FakeQueues redis = new FakeQueues();
    private long now = 1_000;

    @BeforeEach
    void openLanes() {
        all.ready(delivery -> {});
        emails.ready(delivery -> {});
        emails.ready(delivery -> {});
    }

    private static Channel channel(String name, String type) {
        return new Channel(new ChannelConfig(name, Map.of("mixed", 1), type,
                FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
    }

    private QueueState state(Channel... channels) {
        return new QueueState("mixed", new Router(List.of(channels)).routes("mixed"), WorkerConfig.builder().build(),
                new ScanBudget(ScanBudget.USED_UP), new PollPause(Duration.ofSeconds(1)), () -> now);
    }

    private FetchRound round(QueueState state) {
        return new FetchRound(state.routes().stream().map(RouteProgress::channel).toList(), Channel::wanted, now);
    }

    private boolean isDue(QueueState state) {
        FetchRound round = round(state);
        return state.routes().stream().anyMatch(route -> state.wants(route, round));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /** Asks for all that there is room for; returns how many were found. */
    private int take(QueueState state) {
        FetchRound round = round(state);
        state.routes().forEach(route -> route.want(state.wants(route, round) ? round.room(route.channel()) : 0));
        return state.take(redis.commands()).size();
    }

    @Test
    void a_queue_is_due_while_a_request_is_answered_in_full_and_a_lane_is_free() {
        QueueState state = state(all);
        redis.pending.put("mixed", 3);
        assertThat(isDue(state)).isTrue();
        assertThat(take(state)).isEqualTo(1);

        assertThat(state.isToBeWatched()).isFalse();
        assertThat(isDue(state)).isTrue();
        all.deliver(null);
        assertThat(isDue(state)).isFalse();
    }

    @Test
    void an_exhausted_queue_that_is_watched_is_dry_until_it_changes() {
        QueueState state = state(all);
        take(state);
        assertThat(state.isToBeWatched()).isTrue();

        state.watched(EMPTY, state.changesKnown(), true);
        assertThat(state.isDry()).isTrue();
        assertThat(state.awaitsChange()).isTrue();
        pass(Duration.ofHours(1));
        assertThat(isDue(state)).isFalse();
        assertThat(state.nextTime(now)).isEqualTo(now);

        state.changed();
        assertThat(state.isDry()).isFalse();
        assertThat(isDue(state)).isTrue();
    }

    @Test
    void a_change_before_the_ends_were_read_makes_the_queue_due_at_once() {
        QueueState state = state(all);
        take(state);
        long before = state.changesKnown();
        state.changed();
        state.watched(EMPTY, before, true);

        assertThat(isDue(state)).isTrue();
    }

    @Test
    void other_ends_than_the_request_has_left_make_the_queue_due_at_once() {
        QueueState state = state(all);
        take(state);
        state.watched(OTHERS, state.changesKnown(), true);

        assertThat(state.isDry()).isFalse();
        assertThat(isDue(state)).isTrue();
    }

    @Test
    void without_notifications_an_empty_queue_is_polled_after_a_growing_pause_up_to_the_check_interval() {
        QueueState state = state(all);
        long begin = now;
        int polls = 0;
        Duration pause = Duration.ZERO;
        while (pause.compareTo(Duration.ofSeconds(1)) < 0) {
            take(state);
            state.watched(EMPTY, state.changesKnown(), false);
            long at = state.nextTime(now);
            pause = Duration.ofNanos(at - now);
            assertThat(pause).isBetween(Duration.ofMillis(5), Duration.ofMillis(5).plusNanos((now - begin) / 4));
            now = at - 1;
            assertThat(isDue(state)).isFalse();
            now = at;
            assertThat(isDue(state)).isTrue();
            polls++;
        }
        assertThat(polls).isEqualTo(29);
        assertThat(Duration.ofNanos(now - begin)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
        take(state);
        state.watched(EMPTY, state.changesKnown(), false);
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofSeconds(1));
        now = state.nextTime(now);
        redis.pending.put("mixed", 1);
        take(state);
        take(state);
        state.watched(EMPTY, state.changesKnown(), false);
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void a_queue_whose_ends_cannot_be_read_is_polled() {
        QueueState state = state(all);
        take(state);
        state.watched(new QueueLook(null, false, new BrokerUnavailableException("gone", null)), state.changesKnown(),
                true);

        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofMillis(5));
    }

    @Test
    void a_paused_queue_waits_for_a_change_or_is_polled_every_check_interval() {
        redis.paused.add("mixed");
        QueueState state = state(all);
        take(state);
        state.watched(PAUSED, state.changesKnown(), true);
        assertThat(state.isDry()).isTrue();

        state.changed();
        take(state);
        state.watched(PAUSED, state.changesKnown(), false);
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void one_route_is_dry_while_the_other_may_have_tasks() {
        QueueState state = state(emails, all);
        all.deliver(null);
        take(state);
        assertThat(redis.asked).containsExactly("mixed [2, 0]");
        state.watched(EMPTY, state.changesKnown(), true);

        assertThat(state.isDry()).isTrue();
        assertThat(isDue(state)).isFalse();
        state.changed();
        redis.pending.put("mixed", 4);
        assertThat(take(state)).isEqualTo(2);
        assertThat(state.routes().get(0).mayHaveTasks()).isTrue();
        assertThat(state.routes().get(1).mayHaveTasks()).isFalse();
        assertThat(isDue(state)).isTrue();
        emails.deliver(null);
        emails.deliver(null);
        assertThat(isDue(state)).as("only for the other channel").isFalse();
    }

    @Test
    void after_looks_that_found_only_tasks_of_others_a_changed_queue_waits_longer_and_longer() {
        QueueState state = state(emails);
        redis.foreign = 10;
        take(state);
        exhaust(state);
        for (int pause : new int[]{ 2, 4, 8, 16, 25, 25 }) {
            state.changed();
            now = state.nextTime(now);
            assertThat(isDue(state)).isTrue();
            take(state);
            exhaust(state);
            state.changed();
            assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofMillis(pause));
        }
    }

    @Test
    void a_change_between_the_request_and_the_look_at_the_ends_makes_a_queue_with_a_rule_due() {
        emails.rule(new AdmissionRule() {});
        QueueState state = state(emails);
        take(state);
        state.changed();
        exhaust(state);
        assertThat(isDue(state)).isTrue();

        take(state);
        exhaust(state);
        assertThat(isDue(state)).isFalse();
    }

    /** The last look has seen the whole queue. */
    private void exhaust(QueueState state) {
        state.routes().forEach(route -> route.found(true));
        state.watched(EMPTY, state.changesKnown(), true);
    }

    @Test
    void a_queue_that_has_used_up_its_budget_with_tasks_of_others_is_looked_at_its_head_only() {
        QueueState state = state(emails);
        redis.foreign = 25_016;
        take(state);
        take(state);

        assertThat(redis.demands).extracting(demand -> demand.reach().passedOver()).containsExactly(1_000, 16);
        assertThat(redis.demands).extracting(demand -> demand.routes().get(0).mark()).containsExactly(null, null);
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofMillis(50));
        assertThat(isDue(state)).isFalse();
        pass(Duration.ofSeconds(10));
        take(state);
        assertThat(redis.demands.get(2).reach().passedOver()).isEqualTo(1_000);
        assertThat(redis.demands.get(2).routes().get(0).mark()).isEqualTo("1 0 f");
    }

    @Test
    void the_long_head_is_scanned_every_15_seconds_and_after_a_task_was_requeued() {
        QueueState state = state(emails);
        take(state);
        state.requeued();
        take(state);
        take(state);
        pass(Duration.ofSeconds(16));
        take(state);
        take(state);

        assertThat(redis.demands).extracting(demand -> demand.reach().head()).containsExactly(16, 500, 16, 500, 16);
    }

    @Test
    void a_long_head_is_scanned_15_seconds_later_although_the_queue_has_not_changed() {
        QueueState state = state(emails);
        redis.foreign = 20;
        take(state);
        exhaust(state);
        assertThat(isDue(state)).isFalse();
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofSeconds(15));

        pass(Duration.ofSeconds(15));
        assertThat(isDue(state)).isTrue();
        take(state);
        exhaust(state);
        pass(Duration.ofHours(1));
        assertThat(isDue(state)).isFalse();
        assertThat(redis.demands).extracting(demand -> demand.reach().head()).containsExactly(16, 500);
    }

    @Test
    void a_task_at_the_head_that_nobody_handles_is_put_aside_after_30_seconds() {
        QueueState state = state(emails);
        redis.unhandled = "x";
        take(state);
        exhaust(state);
        assertThat(isDue(state)).isFalse();
        assertThat(Duration.ofNanos(state.nextTime(now) - now)).isEqualTo(Duration.ofSeconds(30));

        pass(Duration.ofSeconds(29));
        take(state);
        exhaust(state);
        pass(Duration.ofSeconds(1));
        assertThat(isDue(state)).isTrue();
        take(state);
        assertThat(redis.demands).extracting(demand -> demand.putAside()).containsExactly(null, null, "x");

        redis.unhandled = "y";
        take(state);
        exhaust(state);
        assertThat(isDue(state)).isFalse();
    }
}
