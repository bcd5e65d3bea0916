package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.MaintenanceCommands.ForwardResult;
import io.github.asynqee.internal.broker.MaintenanceCommands.Forwarded;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class ForwardingTest extends BrokerTest {

    private static final Instant T0_SECOND = Instant.ofEpochSecond(T0.getEpochSecond());
    private static final QueueKeys LOW = QueueKeys.of("low");
    private static final List<String> QUEUES = TestRedis.queues().toList();

    private Forwarded forward(String queue, int batches) {
        return broker.maintenanceCommands().forward(List.of(queue), batches).get(0).get();
    }

    /** Number of executions of each command, inside and outside of scripts. */
    private Map<String, Integer> commands(Runnable work) {
        redis.nodes().forEach(Jedis::configResetStat);
        work.run();
        Map<String, Integer> commands = new HashMap<>();
        redis.nodes().forEach(node -> {
            Matcher stat = Pattern.compile("cmdstat_(\\S+?):calls=(\\d+)").matcher(node.info("commandstats"));
            while (stat.find()) {
                commands.merge(stat.group(1), Integer.valueOf(stat.group(2)), Integer::sum);
            }
        });
        return commands;
    }

    @Test
    void due_tasks_become_pending_the_earliest_first() {
        store(Tasks.scheduled("default", "late", T0.plusSeconds(20)),
                Tasks.scheduled("default", "early", T0.plusSeconds(10)),
                Tasks.scheduled("default", "not yet", T0.plusSeconds(31)));
        clock.advance(Duration.ofSeconds(30));

        assertThat(forward("default", 1).due()).isEqualTo(2);

        assertThat(list(DEFAULT.pending())).containsExactly("late", "early");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("not yet");
        assertThat(state("early")).isEqualTo("pending");
        assertThat(field(DEFAULT.task("early"), "pending_since")).isEqualTo("2000000030123456789");
        assertThat(state("not yet")).isEqualTo("scheduled");
    }

    @Test
    void scheduled_and_failed_tasks_are_forwarded_together() {
        settle(active("failed"), new Outcome.Retry(T0.plusSeconds(5), "boom", true));
        store(Tasks.scheduled("default", "scheduled", T0.plusSeconds(5)));
        clock.advance(Duration.ofSeconds(5));

        assertThat(forward("default", 1).due()).isEqualTo(2);
        assertThat(list(DEFAULT.pending())).containsExactlyInAnyOrder("scheduled", "failed");
    }

    @Test
    void many_due_tasks_are_forwarded_in_steps() {
        store(IntStream.range(0, 250).mapToObj(i -> Tasks.scheduled("default", "t" + i, T0.minusSeconds(9_000 - i)))
                .toArray(NewTask[]::new));

        assertThat(forward("default", 1).due()).isEqualTo(100);
        assertThat(forward("default", 1).due()).isEqualTo(100);
        assertThat(forward("default", 1).due()).isEqualTo(50);
        assertThat(forward("default", 1).due()).isZero();
        List<String> expected = new ArrayList<>(IntStream.range(0, 250).mapToObj(i -> "t" + i).toList());
        Collections.reverse(expected);
        assertThat(list(DEFAULT.pending())).isEqualTo(expected);
    }

    @Test
    void many_batches_share_a_round_trip() {
        store(IntStream.range(0, 250).mapToObj(i -> Tasks.scheduled("default", "t" + i, T0)).toArray(NewTask[]::new));
        settle(active("failed"), new Outcome.Retry(T0, "boom", true));

        assertThat(forward("default", 2)).isEqualTo(new Forwarded(201, T0_SECOND));
        assertThat(forward("default", 2)).isEqualTo(new Forwarded(50, null));
    }

    @Test
    void forwarding_tells_when_the_next_task_is_due() {
        assertThat(forward("default", 1)).isEqualTo(new Forwarded(0, null));

        store(Tasks.scheduled("default", "later", T0.plusSeconds(20)));
        settle(active("failed"), new Outcome.Retry(T0.plusSeconds(10), "boom", true));
        assertThat(forward("default", 1)).isEqualTo(new Forwarded(0, T0_SECOND.plusSeconds(10)));

        store(Tasks.scheduled("default", "soon", T0.plusSeconds(9)));
        assertThat(forward("default", 1)).isEqualTo(new Forwarded(0, T0_SECOND.plusSeconds(9)));
        assertThat(forward("low", 1)).isEqualTo(new Forwarded(0, null));

        clock.advance(Duration.ofSeconds(10));
        assertThat(forward("default", 3)).isEqualTo(new Forwarded(2, T0_SECOND.plusSeconds(20)));
    }

    @Test
    void a_peers_fraction_of_a_second_is_due_with_the_next_second_and_no_time_is_too_far() {
        Jedis node = redis.at(DEFAULT.scheduled());
        node.zadd(DEFAULT.scheduled(), 2_000_000_005.25, "fraction");
        assertThat(forward("default", 1).next()).isEqualTo(T0_SECOND.plusSeconds(6));

        node.zadd(DEFAULT.scheduled(), -5, "long ago");
        assertThat(forward("default", 1).due()).isEqualTo(1);
        node.del(DEFAULT.scheduled());
        node.zadd(DEFAULT.scheduled(), Double.POSITIVE_INFINITY, "never");
        assertThat(forward("default", 1).next()).isAfter(Instant.parse("9999-12-31T23:59:59Z"));
    }

    @Test
    void a_failed_member_of_a_group_goes_back_to_it_and_the_group_is_listed() {
        Jedis node = redis.at("asynq:{default}:");
        settle(active("t1"), new Outcome.Retry(T0, "boom", true));
        node.hset(DEFAULT.task("t1"), "group", "a:b");

        assertThat(forward("default", 1).due()).isEqualTo(1);

        assertThat(node.zscore(DEFAULT.group("a:b"), "t1")).isEqualTo(2_000_000_000);
        assertThat(broker.groupCommands().list("default")).containsExactly("a:b");
        assertThat(state("t1")).isEqualTo("aggregating");
        assertThat(exists(DEFAULT.pending())).isFalse();
    }

    @Test
    void an_empty_group_is_no_group() {
        settle(active("t1"), new Outcome.Retry(T0, "boom", true));
        redis.at(DEFAULT.task("t1")).hset(DEFAULT.task("t1"), "group", "");

        forward("default", 1);

        assertThat(list(DEFAULT.pending())).containsExactly("t1");
    }

    @Test
    void due_ids_without_a_task_are_dropped_and_do_not_stop_the_others() {
        Jedis node = redis.at(DEFAULT.scheduled());
        node.zadd(DEFAULT.scheduled(), 0, "ghost");
        node.zadd(DEFAULT.scheduled(), 2, "bare");
        node.hset(DEFAULT.task("bare"), "result", "left over");
        node.zadd(DEFAULT.scheduled(), 3, "text");
        node.set(DEFAULT.task("text"), "text");
        store(Tasks.scheduled("default", "good", T0));

        assertThat(forward("default", 1).due()).isEqualTo(4);

        assertThat(list(DEFAULT.pending())).containsExactly("good");
        assertThat(exists(DEFAULT.scheduled())).isFalse();
        assertThat(exists(DEFAULT.task("ghost"))).isFalse();
        assertThat(exists(DEFAULT.task("bare"))).isFalse();
        assertThat(node.get(DEFAULT.task("text"))).isEqualTo("text");
    }

    @Test
    void a_look_without_due_tasks_costs_one_command_for_each_set_and_no_script() {
        store(Tasks.scheduled("default", "later", T0.plusSeconds(20)),
                Tasks.scheduled("low", "soon", T0.plusSeconds(5)));
        KeySpace before = dump();
        List<ForwardResult> results = new ArrayList<>();

        Map<String, Integer> commands = commands(() -> results.addAll(broker.maintenanceCommands().forward(QUEUES, 1)));

        assertThat(commands).containsEntry("zrange", 6).doesNotContainKeys("evalsha", "eval", "zrangebyscore");
        assertThat(results).extracting(ForwardResult::get).containsExactly(
                new Forwarded(0, T0_SECOND.plusSeconds(20)), new Forwarded(0, null),
                new Forwarded(0, T0_SECOND.plusSeconds(5)));
        dump().assertSameAs(before);
    }

    @Test
    void only_the_sets_with_due_tasks_are_forwarded_from_and_a_batch_moves_as_one() {
        settle(active("failed"), new Outcome.Retry(T0.plusSeconds(30), "boom", true));
        store(IntStream.range(0, 90).mapToObj(i -> Tasks.scheduled("default", "t" + i, T0)).toArray(NewTask[]::new));
        store(Tasks.scheduled("low", "soon", T0.plusSeconds(5)));
        forward("critical", 1);

        Map<String, Integer> commands = commands(() -> assertThat(broker.maintenanceCommands().forward(QUEUES, 1))
                .extracting(ForwardResult::get).containsExactly(new Forwarded(90, T0_SECOND.plusSeconds(30)),
                        new Forwarded(0, null), new Forwarded(0, T0_SECOND.plusSeconds(5))));

        assertThat(commands.getOrDefault("evalsha", 0) + commands.getOrDefault("eval", 0)).isBetween(1, 2);
        // once the script tries whether it may
        int tried = 1;
        assertThat(commands).containsEntry("zrangebyscore", 1).containsEntry("zrange", 7)
                .containsEntry("zrem", tried + 1).containsEntry("lpush", tried + 1);
    }

    @Test
    void a_task_is_due_with_its_second_and_not_before() {
        store(Tasks.scheduled("default", "t1", T0.plusSeconds(1)));

        clock.set(T0_SECOND.plusSeconds(1).minusNanos(1));
        assertThat(forward("default", 1)).isEqualTo(new Forwarded(0, T0_SECOND.plusSeconds(1)));
        clock.set(T0_SECOND.plusSeconds(1));
        assertThat(forward("default", 1)).isEqualTo(new Forwarded(1, null));
    }

    @Test
    void a_set_that_cannot_be_looked_at_keeps_no_other_waiting() {
        settle(active("failed"), new Outcome.Retry(T0, "boom", true));
        store(Tasks.scheduled("low", "due", T0));
        redis.at(DEFAULT.scheduled()).set(DEFAULT.scheduled(), "text");

        List<ForwardResult> results = broker.maintenanceCommands().forward(QUEUES, 1);

        assertThat(results.get(0).error()).isInstanceOf(BrokerException.class).hasMessageContaining("WRONGTYPE");
        assertThat(list(DEFAULT.pending())).containsExactly("failed");
        assertThat(results.get(2)).isEqualTo(new ForwardResult(new Forwarded(1, null), null));
        assertThat(list(LOW.pending())).containsExactly("due");
    }

    @Test
    void tasks_that_cannot_become_pending_stay_where_they_are() {
        store(Tasks.scheduled("default", "t1", T0), Tasks.scheduled("default", "t2", T0),
                Tasks.scheduled("low", "due", T0));
        redis.at(DEFAULT.pending()).set(DEFAULT.pending(), "text");

        List<ForwardResult> results = broker.maintenanceCommands().forward(QUEUES, 1);

        assertThat(results.get(0).error()).hasMessageContaining("WRONGTYPE");
        assertThat(zset(DEFAULT.scheduled())).containsExactly("t1", "t2");
        assertThat(state("t1")).isEqualTo("scheduled");
        assertThat(list(LOW.pending())).containsExactly("due");
    }

    @Test
    void a_member_that_cannot_go_back_to_its_group_stays_where_it_is() {
        Jedis node = redis.at("asynq:{default}:");
        settle(active("t1"), new Outcome.Retry(T0, "boom", true));
        node.hset(DEFAULT.task("t1"), "group", "g");
        node.set(DEFAULT.group("g"), "text");

        assertThat(broker.maintenanceCommands().forward(List.of("default"), 1).get(0).error())
                .hasMessageContaining("WRONGTYPE");

        assertThat(zset(DEFAULT.retry())).containsExactly("t1");
    }

    @Test
    void behind_ten_thousand_that_stay_the_next_call_goes_on_and_then_begins_anew() {
        Jedis node = redis.at(DEFAULT.scheduled());
        node.set(DEFAULT.group("g"), "text");
        node.eval("for i = 1, 10050 do redis.call('ZADD', KEYS[1], 1000 + i, 'blocked' .. i); "
                + "redis.call('HSET', ARGV[1] .. 'blocked' .. i, 'msg', 'm', 'state', 'scheduled', 'group', 'g') end",
                1,
                DEFAULT.scheduled(), DEFAULT.taskPrefix());
        store(Tasks.scheduled("default", "behind", T0), Tasks.scheduled("default", "later", T0.plusSeconds(20)));

        assertThat(forwardOnce().next()).isNull();
        assertThat(forwardOnce().next()).isEqualTo(T0.plusSeconds(20).truncatedTo(ChronoUnit.SECONDS));
        assertThat(list(DEFAULT.pending())).containsExactly("behind");

        node.hset(DEFAULT.task("before"), Map.of("msg", "m", "state", "scheduled"));
        node.zadd(DEFAULT.scheduled(), 1, "before");
        forwardOnce();
        assertThat(list(DEFAULT.pending())).containsExactly("before", "behind");
        assertThat(zset(DEFAULT.scheduled())).hasSize(10_051);
    }

    private Forwarded forwardOnce() {
        return broker.maintenanceCommands().forward(List.of("default"), 1).get(0).forwarded();
    }

    @Test
    void tasks_whose_group_has_another_type_keep_no_others_waiting_however_many_they_are() {
        Jedis node = redis.at(DEFAULT.scheduled());
        node.set(DEFAULT.group("g"), "text");
        for (int i = 0; i < 250; i++) {
            node.hset(DEFAULT.task("blocked" + i), Map.of("msg", "m", "state", "scheduled", "group", "g"));
            node.zadd(DEFAULT.scheduled(), 1_000 + i, "blocked" + i);
        }
        store(Tasks.scheduled("default", "due", T0), Tasks.scheduled("default", "later", T0.plusSeconds(20)));

        ForwardResult result = broker.maintenanceCommands().forward(List.of("default"), 1).get(0);

        assertThat(list(DEFAULT.pending())).containsExactly("due");
        assertThat(result.error()).hasMessageContaining(DEFAULT.group("g"));
        assertThat(zset(DEFAULT.scheduled())).hasSize(251).endsWith("later");
    }
}
