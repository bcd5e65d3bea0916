package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;

/** Rates and pauses of keys. */
class LimitTimesTest extends LimitedQueueTest {

    @Test
    void a_key_is_checked_though_the_clock_of_redis_was_set_back() {
        LimitRule rate = new LimitRule(Limit.of("limit", "header:tenant", 0, new Limit.Rate(1, Duration.ofHours(1))));
        long hourAhead = System.currentTimeMillis() + 3_600_000;
        push("a1", "a2");
        assertThat(take(9, rate)).containsOnlyKeys("a1");
        String starts = DEFAULT.limits() + "starts:limit a";
        redis.at(starts).zadd(starts, hourAhead * 1_000d, zset(starts).get(0));
        redis.at(LOOKS).zadd(LOOKS, hourAhead, "limit a");

        assertThat(look(rate).ready()).isOne();

        assertThat(take(9, rate)).containsOnlyKeys("a2");
    }

    @Test
    void no_more_tasks_start_in_any_period_than_a_rate_allows() throws InterruptedException {
        LimitRule rate = new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(3, Duration.ofMillis(400))));
        push("a1", "a2", "a3", "a4", "a5");
        long began = System.nanoTime();
        assertThat(take(9, rate)).containsOnlyKeys("a1", "a2", "a3");

        LimitLook look = look(rate);

        assertThat(look.ready()).isZero();
        assertThat(look.next()).isBetween(Duration.ZERO, Duration.ofMillis(401));
        await().until(() -> look(rate).ready() == 1);
        assertThat(System.nanoTime() - began).isGreaterThan(Duration.ofMillis(390).toNanos());
        assertThat(ids(dequeue(9, rate))).containsExactly("a4", "a5");
    }

    @Test
    void a_task_may_close_its_key_for_a_time_and_is_the_first_when_it_opens() {
        push("a1", "a2", "b1");
        LimitRule keys = running("header:tenant", 0);
        Map<String, Lease> taken = take(2, keys);

        settle(taken.get("a1"), new Outcome.Requeue(Duration.ofMillis(300)));

        assertThat(pending()).containsExactly("a1", "b1");
        assertThat(ids(dequeue(9, keys))).containsExactly("b1");
        assertThat(look(keys).ready()).isZero();
        settle(taken.get("a2"), new Outcome.Requeue());
        await().until(() -> look(keys).ready() == 1);
        assertThat(ids(dequeue(9, keys))).containsExactlyInAnyOrder("a1", "a2");
    }

    @Test
    void a_key_is_closed_for_a_day_at_most() {
        push("a1", "a2");
        String closed = DEFAULT.limits() + "closed";
        long now = System.currentTimeMillis();

        settle(take(1, ONE_OF_TENANT).get("a1"), new Outcome.Requeue(Duration.ofDays(36_525)));

        assertThat(redis.at(closed).zscore(closed, "limit a")).isBetween(now + Duration.ofDays(1).toMillis() - 60_000d,
                now + Duration.ofDays(1).toMillis() + 60_000d);
    }

    @Test
    void a_task_whose_key_could_not_be_closed_is_not_returned_to_the_queue() {
        push("a1");
        Lease a1 = take(1, ONE_OF_TENANT).get("a1");
        redis.at(DEFAULT.limits()).set(DEFAULT.limits() + "closed", "not a zset");

        assertThat(settle(a1, new Outcome.Requeue(Duration.ofSeconds(9)))).isInstanceOf(Settlement.Result.Failed.class);

        assertThat(list(DEFAULT.active())).containsExactly("a1");
        assertThat(pending()).isEmpty();
    }

    @Test
    void the_listener_is_told_when_a_key_opens_by_itself() {
        List<Duration> looks = new ArrayList<>();
        broker.commands(LimitCommands.class).addListener((queue, in) -> looks.add(in));
        push("a1", "a2");

        dequeue(9, new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(1, Duration.ofSeconds(3)))));

        assertThat(looks).hasSize(1).first().satisfies(in -> assertThat(in).isLessThan(Duration.ofMillis(3_100)));
    }

    @Test
    void the_listener_is_told_when_a_key_opens_that_was_closed_while_all_its_other_tasks_wait() {
        push("a1", "a2");
        Lease first = take(9, ONE_OF_TENANT).get("a1");
        List<Duration> looks = new ArrayList<>();
        broker.commands(LimitCommands.class).addListener((queue, in) -> looks.add(in));

        settle(first, new Outcome.Requeue(Duration.ofMillis(300)));

        assertThat(looks).containsExactly(Duration.ofMillis(300));
    }
}
