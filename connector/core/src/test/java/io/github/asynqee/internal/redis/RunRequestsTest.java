package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.RunAnswer;
import io.github.asynqee.internal.broker.CronCommands.RunRequest;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests to the schedulers of an entry to produce a payload and to enqueue a task. */
class RunRequestsTest extends BrokerTest {

    private static final Entry ENTRY = new Entry("default", "e");
    private static final String KEY = DEFAULT.periodicEntry("e");
    private static final Instant NOW = Instant.ofEpochSecond(T0.getEpochSecond());
    private static final Instant EXPIRES = Instant.ofEpochMilli(T0.plusSeconds(60).toEpochMilli());
    private static final Schedule KNOWN = new Schedule("@every 7s", NOW, NOW);
    private static final Duration CLAIM = Duration.ofSeconds(20);

    private CronCommands cron;

    @BeforeEach
    void join() {
        cron = broker.cronCommands();
        cron.join(ENTRY, KNOWN, true, true);
    }

    private boolean request(String id) {
        return cron.requestRun(ENTRY, new RunRequest(id, EXPIRES));
    }

    private boolean claim(String id, String node) {
        return cron.claimRun(ENTRY, id, KNOWN.spec(), node, CLAIM);
    }

    private RunRequest waiting() {
        return cron.states(List.of(ENTRY)).get(ENTRY).request();
    }

    @Test
    void states_are_read_for_many_entries_at_once() {
        Entry other = new Entry("low", "e");
        Entry unknown = new Entry("critical", "e");
        cron.join(other, KNOWN, true, false);
        cron.pause(other);

        Map<Entry, CronCommands.State> states = cron.states(List.of(ENTRY, unknown, other));

        assertThat(states).containsOnlyKeys(ENTRY, other);
        assertThat(states.get(ENTRY).produced()).isTrue();
        assertThat(states.get(ENTRY).paused()).isFalse();
        assertThat(states.get(other).produced()).isFalse();
        assertThat(states.get(other).paused()).isTrue();
    }

    @Test
    void one_request_waits_at_a_time_until_it_expires() {
        assertThat(request("a")).isTrue();
        assertThat(request("a")).isTrue();
        assertThat(request("b")).isFalse();
        assertThat(waiting()).isEqualTo(new RunRequest("a", EXPIRES));

        clock.set(EXPIRES);

        assertThat(claim("a", "one")).isFalse();
        assertThat(waiting()).isNull();
        assertThat(cron.requestRun(ENTRY, new RunRequest("b", EXPIRES.plusSeconds(60)))).isTrue();
    }

    @Test
    void a_request_leaves_nothing_behind_that_does_not_expire() {
        redis.at(KEY).del(KEY);
        request("a");

        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
    }

    @Test
    void one_node_has_the_claim_until_it_ends() {
        request("a");

        assertThat(claim("a", "one")).isTrue();
        assertThat(claim("a", "one")).isTrue();
        assertThat(claim("a", "two")).isFalse();
        assertThat(claim("b", "two")).isFalse();
        clock.advance(CLAIM);
        assertThat(claim("a", "two")).isTrue();
        assertThat(claim("a", "one")).isFalse();
    }

    @Test
    void a_node_with_another_spec_does_not_answer() {
        request("a");

        assertThat(cron.claimRun(ENTRY, "a", "@every 8s", "one", CLAIM)).isFalse();
    }

    static Stream<NewTask> tasks() {
        return CronCommandsTest.tasks();
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void the_task_is_stored_as_a_producer_does(NewTask task) {
        redis.clear();
        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producerCommands().store(List.of(task));
        }
        KeySpace expected = dump();
        redis.clear();
        join();
        request("a");

        assertThat(cron.answerRun(ENTRY, "a", "one", task, "")).isPresent();

        dump().assertSameAs(expected);
        RunAnswer answer = cron.runAnswer(ENTRY, "a").orElseThrow();
        assertThat(answer.result()).isEqualTo(Result.FIRED);
        assertThat(answer.task().id()).isEqualTo("a");
        assertThat(answer.task().payload()).isEqualTo(task.message().payload());
        assertThat(answer.task().state().wireName())
                .isEqualTo(redis.at(DEFAULT.pending()).hget(DEFAULT.task("a"), "state"));
        assertThat(answer.task().nextProcessAt()).isEqualTo(answer.task().state() == TaskState.PENDING ? T0
                : answer.task().state() == TaskState.SCHEDULED ? NOW.plusSeconds(60) : null);
    }

    @Test
    void a_request_is_answered_once_whoever_has_the_claim() {
        request("a");
        claim("a", "one");
        clock.advance(CLAIM);
        claim("a", "two");

        var first = cron.answerRun(ENTRY, "a", "one", Tasks.pending("default", "a"), "");
        active("b");
        KeySpace before = dump();
        var second = cron.answerRun(ENTRY, "a", "two", Tasks.pending("default", "c"), "");

        assertThat(first).hasValueSatisfying(state -> {
            assertThat(state.unrecorded()).containsExactly(
                    new Firing("a", NOW.plus(CLAIM), T0.plus(CLAIM), "one"));
            assertThat(state.schedule()).isEqualTo(KNOWN);
            assertThat(state.request()).isNull();
        });
        assertThat(second).isEmpty();
        dump().assertSameAs(before);
        assertThat(redis.at(KEY).hkeys(KEY)).containsExactlyInAnyOrder("last", "spec", "anchor", "seen", "produced",
                "firing:a");
    }

    @Test
    void nothing_is_stored_for_a_request_that_is_withdrawn_or_has_expired() {
        request("a");
        claim("a", "one");
        assertThat(cron.withdrawRun(ENTRY, "b")).isFalse();
        assertThat(cron.withdrawRun(ENTRY, "a")).isTrue();
        assertThat(cron.withdrawRun(ENTRY, "a")).isFalse();
        assertThat(cron.answerRun(ENTRY, "a", "one", Tasks.pending("default", "a"), "")).isEmpty();
        request("b");
        claim("b", "one");
        clock.set(EXPIRES);
        assertThat(cron.answerRun(ENTRY, "b", "one", Tasks.pending("default", "b"), "")).isEmpty();

        assertThat(list(DEFAULT.pending())).isEmpty();
        assertThat(cron.runAnswer(ENTRY, "a")).isEmpty();
        assertThat(cron.runAnswer(ENTRY, "b")).isEmpty();
    }

    @Test
    void an_answer_may_be_that_there_is_no_task() {
        request("a");

        cron.answerRun(ENTRY, "a", "one", null, "defect");

        assertThat(cron.runAnswer(ENTRY, "a")).contains(new RunAnswer(Result.PASSED, null, "defect"));
        assertThat(redis.at(KEY).ttl(KEY + ":answer:a")).isBetween(50L, 60L);
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void an_answer_may_be_that_another_task_holds_the_lock() {
        store(Tasks.unique("default", "x", "subject"));
        request("a");

        cron.answerRun(ENTRY, "a", "one", Tasks.unique("default", "a", "subject"), "");

        assertThat(cron.runAnswer(ENTRY, "a").orElseThrow().result()).isEqualTo(Result.DUPLICATE);
        assertThat(list(DEFAULT.pending())).containsExactly("x");
    }
}
