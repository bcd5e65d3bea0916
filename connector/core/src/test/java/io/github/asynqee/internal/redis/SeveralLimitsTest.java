package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.Limit;
import org.junit.jupiter.api.Test;

/** Several limits of a queue, and limits of other nodes. */
class SeveralLimitsTest extends LimitedQueueTest {

    @Test
    void tasks_of_one_limit_are_found_regardless_of_how_many_keys_of_another_are_ready() {
        LimitRule ofSms = new LimitRule(Limit.of("sms", "header:tenant", 1, null));
        Route[] both = { new Route(Kind.TYPE, "email", 200, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 200, null, null, ofSms) };
        NewTask[] sms = IntStream.range(0, 320).mapToObj(i -> sms("s" + i, "t" + i % 160)).toArray(NewTask[]::new);
        store(sms);
        push("a1", "a2");
        List<Settlement> ends = new ArrayList<>();
        MatchingTasks found;
        do {
            found = dequeue(both);
            found.tasks().leases().forEach(lease -> ends.add(new Settlement(lease, new Outcome.Done())));
        } while (found.tasks().size() > 0);
        store(sms("new", "t"));
        MatchingTasks before = dequeue(new Route(Kind.TYPE, "email", 1, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 0, null, null, ofSms));
        // first that of the other type
        Collections.reverse(ends);
        broker.workerCommands().write(ends);

        Demand demand = new Demand(
                List.of(new Route(Kind.TYPE, "email", 1, before.routes().get(0).mark(), null, ONE_OF_TENANT),
                        new Route(Kind.TYPE, "sms", 0, before.routes().get(1).mark(), null, ofSms)),
                before.anchor(), Reach.far(16), null);
        assertThat(ids(broker.workerCommands().dequeue("default", demand))).containsExactly("a2");
    }

    @Test
    void tasks_of_a_channel_are_found_though_keys_of_the_same_limit_are_ready_that_have_no_lane() {
        store(IntStream.range(0, 320).mapToObj(i -> sms("s" + i, "t" + i % 160)).toArray(NewTask[]::new));
        push("a1", "a2");
        List<Settlement> ends = new ArrayList<>();
        MatchingTasks found;
        do {
            found = dequeue(200, ONE_OF_TENANT);
            found.tasks().leases().forEach(lease -> ends.add(new Settlement(lease, new Outcome.Done())));
        } while (found.tasks().size() > 0);
        broker.workerCommands().write(ends);

        List<String> started = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            started.addAll(ids(dequeue(new Route(Kind.TYPE, "email", 1, null, null, ONE_OF_TENANT),
                    new Route(Kind.TYPE, "sms", 0, null, null, ONE_OF_TENANT))));
        }
        assertThat(started).containsExactly("a2");
    }

    private static NewTask sms(String id, String tenant) {
        return new NewTask(TaskMessage.builder("sms", id, "default").headers(Map.of("tenant", tenant)).build(),
                new Placement.Pending(), null);
    }

    @Test
    void what_waits_for_a_limit_that_was_renamed_starts_under_the_new_name_and_in_its_order() {
        LimitRule renamed = new LimitRule(Limit.of("renamed", "header:tenant", 1, null));
        push("a1", "a2", "a3", "a4");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        assertThat(look(renamed).ready()).isOne();

        List<String> started = new ArrayList<>();
        while (started.size() < 3) {
            Map<String, Lease> taken = take(9, renamed);
            assertThat(taken).hasSizeLessThanOrEqualTo(1);
            taken.forEach((id, lease) -> {
                started.add(id);
                assertThat(key(lease)).isEqualTo("renamed a");
                settle(lease, new Outcome.Done());
            });
        }

        assertThat(started).containsExactly("a2", "a3", "a4");
        lookAtAllNow();
        look(renamed);
        assertThat(redis.at(WAITING).exists(WAITING, LOOKS, RUNNING, DEFAULT.limits() + "ready:renamed")).isZero();
    }

    private MatchingTasks dequeueOfTwo(LimitRule ofOthers, LimitRule limit) {
        return dequeue(new Route(Kind.TYPE, "other:", 9, null, null, ofOthers),
                new Route(Kind.TYPE, "", 9, null, null, limit));
    }

    @Test
    void tasks_of_a_renamed_limit_run_once_though_the_queue_has_two_limits() {
        LimitRule renamed = new LimitRule(Limit.of("renamed", "header:tenant", 9, null));
        LimitRule other = new LimitRule(Limit.of("other", "header:tenant", 9, null));
        push("a1", "a2", "a3", "a4");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        look(renamed, other);

        List<String> started = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            started.addAll(ids(dequeueOfTwo(other, renamed)));
            assertThat(pending()).doesNotHaveDuplicates();
        }

        assertThat(started).containsExactly("a2", "a3", "a4");
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_key_is_judged_by_its_own_limit_though_a_node_without_it_has_made_the_key_ready() {
        LimitRule other = new LimitRule(Limit.of("other", "header:tenant", 50, null));
        push("a1", "a2", "a3");
        assertThat(take(9, ONE_OF_TENANT)).containsOnlyKeys("a1");
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 10_000d, "limit a");
        assertThat(look(other).ready()).isOne();

        for (int i = 0; i < 3; i++) {
            assertThat(ids(dequeueOfTwo(other, ONE_OF_TENANT))).isEmpty();
            assertThat(pending()).isEmpty();
        }
        assertThat(zset(DEFAULT.scheduled())).containsExactlyInAnyOrder("a2", "a3");
    }

    @Test
    void a_rate_of_a_shorter_period_does_not_forget_the_starts_of_a_longer_one() throws InterruptedException {
        LimitRule former = new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(10, Duration.ofMinutes(1))));
        LimitRule next = new LimitRule(Limit.of("limit", "queue", 0, new Limit.Rate(1, Duration.ofMillis(100))));
        push(IntStream.range(0, 50).mapToObj(i -> "a" + i).toArray(String[]::new));
        int started = 0;

        for (int i = 0; i < 3; i++) {
            lookAtAllNow();
            look(former);
            started += take(20, former).size();
            Thread.sleep(150);
            lookAtAllNow();
            look(next);
            assertThat(take(20, next)).hasSize(1);
        }

        assertThat(started).isEqualTo(10);
    }

    @Test
    void routes_without_a_limit_take_what_they_want() {
        store(task("a1"), task("a2"), new NewTask(TaskMessage.builder("sms", "s1", "default").build(),
                new Placement.Pending(), null));

        MatchingTasks found = dequeue(new Route(Kind.TYPE, "email", 5, null, null, ONE_OF_TENANT),
                new Route(Kind.TYPE, "sms", 5, null));

        assertThat(ids(found)).containsExactly("a1", "s1");
        assertThat(found.tasks().leases().get(1).admitted()).isNull();
        assertThat(found.routes()).extracting(MatchingTasks.RouteState::exhausted).containsExactly(true, true);
    }

    @Test
    void a_limit_that_this_worker_does_not_know_is_left_to_those_that_do() {
        push("a1", "a2");
        settle(take(9, ONE_OF_TENANT).get("a1"), new Outcome.Done());
        push("a3");
        dequeue(9, ONE_OF_TENANT);
        redis.at(LOOKS).zadd(LOOKS, System.currentTimeMillis() - 2_000d, "limit a");

        assertThat(look(new LimitRule(Limit.of("other", "queue", 5, null))).ready()).isZero();
        assertThat(zset(DEFAULT.scheduled())).containsExactly("a3");
    }
}
