package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the group of a waiting task is handled, by the configuration that its worker publishes. */
class WhyGroupTest extends WorkerTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Inspector inspector;

    @BeforeEach
    void inspect() {
        inspector = new RedisInspector(broker, ((RedisBroker) broker).executor(), () -> {});
    }

    /** A channel without a lane, so that groups that are due wait. */
    private void groups(String prefix, Duration grace, Duration maxDelay, int maxSize) {
        channels.add(new Channel(new ChannelConfig("groups-" + prefix, Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(MINUTE)), new GroupConfig(prefix, grace, maxDelay, maxSize))));
    }

    private void join(String group, String... ids) {
        for (String id : ids) {
            client.enqueue(Task.of("note", "{}").id(id).group(group));
        }
    }

    private Waiting why(String id) {
        return inspector.tasks().why("default", id).stream().filter(waiting -> waiting.reason() == Reason.GROUP)
                .findFirst().orElseThrow();
    }

    private void awaitWhy(String id, String pattern) {
        await().untilAsserted(() -> assertThat(why(id).message()).matches(pattern));
    }

    private String ofQueue() {
        return inspector.queues().why("default").stream().filter(waiting -> waiting.reason() == Reason.GROUP)
                .findFirst().orElseThrow().message();
    }

    @Test
    void it_is_handled_after_the_grace_period_the_delay_or_at_its_size() {
        groups("", MINUTE, Duration.ofMinutes(10), 50);
        start();
        join("g", "a", "t");

        awaitWhy("t", "the task waits in group \"g\" with 2 tasks: the group is handled in (60|5\\d) s if no task "
                + "joins it, in (10|9) min at the latest, or at 50 tasks");
        assertThat(why("t").until()).isBetween(Instant.now().plusSeconds(40), Instant.now().plusSeconds(62));
        assertThat(ofQueue()).isEqualTo("2 tasks in 1 group wait to be handled together: each group 60 s after its "
                + "last task, at the latest 10 min after its first one, or at 50 tasks");
    }

    @Test
    void its_delay_ends_before_the_grace_period() {
        groups("", Duration.ofHours(1), MINUTE, 0);
        start();
        join("g", "t");

        awaitWhy("t", "the task waits in group \"g\" with 1 task: the group is handled in (60|5\\d) s");
    }

    @Test
    void it_is_full_and_waits_for_a_lane() {
        groups("", MINUTE, Duration.ZERO, 2);
        start();
        join("g", "a", "t");

        awaitWhy("t", "the task waits in group \"g\" with 2 tasks: the group is due, because it has 2 tasks, and "
                + "waits for a free lane");
        assertThat(why("t").advice()).contains("concurrency");
    }

    @Test
    void it_is_overdue_and_waits_for_a_lane() {
        groups("", MINUTE, Duration.ZERO, 0);
        start();
        join("g", "t");
        awaitWhy("t", ".* is handled in .*");
        redis.zadd(DEFAULT.group("g"), Instant.now().minusSeconds(90).getEpochSecond(), "t");

        awaitWhy("t", "the task waits in group \"g\" with 1 task: the group is due since 3\\d s and waits for a free "
                + "lane");
    }

    @Test
    void the_longest_prefix_of_its_name_decides() {
        groups("", MINUTE, Duration.ZERO, 100);
        groups("user-", MINUTE, Duration.ZERO, 7);
        start();
        join("user-1", "t");
        join("other", "o");

        awaitWhy("t", ".* or at 7 tasks");
        awaitWhy("o", ".* or at 100 tasks");
        assertThat(ofQueue()).endsWith("; servers have 2 rules for them");
    }

    @Test
    void no_server_has_published_when_its_groups_are_due() {
        groups("user-", MINUTE, Duration.ZERO, 7);
        start();
        join("other", "o");
        join("user-1", "t");

        awaitWhy("t", ".* or at 7 tasks");
        assertThat(why("o").message()).contains("the last of which joined ", "when its grace period has passed");
        redis.hset(DEFAULT.groupRules(), "user-", "7 0 60 " + Instant.now().minusSeconds(91).getEpochSecond());
        assertThat(why("t").message()).as("the worker has stopped").contains("when its grace period has passed");
        redis.del(DEFAULT.groupRules());
        redis.set(DEFAULT.groupRules(), "of another type");
        assertThat(why("t").message()).contains("when its grace period has passed");
    }

    @Test
    void a_time_that_no_clock_reaches_is_shown() {
        groups("", MINUTE, Duration.ofHours(1), 9);
        start();
        join("g", "t");
        awaitWhy("t", ".* or at 9 tasks");
        redis.zadd(DEFAULT.group("g"), Double.POSITIVE_INFINITY, "t");
        assertThat(why("t").message()).contains("the group is handled in ");

        join("after", "later");
        awaitWhy("later", ".* or at 9 tasks");
    }
}
