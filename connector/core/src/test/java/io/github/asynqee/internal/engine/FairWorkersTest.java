package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.github.asynqee.RetryAfterException;
import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers run the tasks of keys that take turns. */
@Tag("thorough")
@Timeout(300)
class FairWorkersTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));
    private static final int BIG = Boolean.getBoolean("asynq.test.thorough") ? 100_000 : 5_000;
    private static final int OTHERS = 99;
    private static final int LANES = 20;

    private static ChannelConfig config(String name, String type) {
        return new ChannelConfig(name, Map.of("default", 1), type, POLICY);
    }

    private Channel fair(int lanes, TaskHandler handler) {
        Channel channel = new Channel(config("fair", "").withLimit(new Limit.FairBy("header:tenant")));
        HandlerLane.open(channel, lanes, handler, pool);
        return channel;
    }

    private static Task<String> task(String id, String tenant) {
        return Task.of("email", "{}").id(id).header("tenant", tenant);
    }

    private void enqueue(List<Task<String>> tasks) {
        for (int from = 0; from < tasks.size(); from += 1_000) {
            client.enqueueAll(tasks.subList(from, Math.min(tasks.size(), from + 1_000)));
        }
    }

    @Test
    @SomeDays(oneIn = 3)
    void two_workers_run_all_tasks_once_and_leave_nothing() {
        TaskHandler handler = delivery -> handled.add(delivery.message().id());
        enqueue(IntStream.range(0, 4_000).mapToObj(i -> task("t" + i, "" + i * i % 13)).toList());

        worker = start(broker, List.of(fair(10, handler)));
        start(connected(TestRedis.SINGLE.url()), List.of(fair(10, handler)));

        await().atMost(Duration.ofSeconds(60)).until(() -> handled.size() == 4_000);
        awaitIdle();
        assertThat(handled).doesNotHaveDuplicates();
        await("nothing is left").until(() -> redis.keys(DEFAULT.limits() + "*").isEmpty());
        assertThat(redis.exists(DEFAULT.retry(), DEFAULT.scheduled())).isZero();
    }

    /**
     * How many tasks of all tenants start until 99 % of the other tenants' tasks have started, counted from the first
     * task of the others.
     */
    private int startsUntilOthers(int big) throws Exception {
        List<String> started = new ArrayList<>();
        worker = start(broker, List.of(fair(LANES, delivery -> {
            synchronized (started) {
                started.add(delivery.message().id());
            }
            Thread.sleep(2);
        })));
        enqueue(IntStream.range(0, big).mapToObj(i -> task("big-" + i, "big")).toList());
        int before;
        synchronized (started) {
            before = started.size();
        }
        enqueue(IntStream.range(0, 20 * OTHERS).mapToObj(i -> task("t-" + i, "t" + i % OTHERS)).toList());
        int wanted = 20 * OTHERS * 99 / 100;
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            synchronized (started) {
                return started.stream().filter(id -> id.startsWith("t-")).count() >= wanted;
            }
        });
        worker.shutdown(Duration.ofSeconds(5));
        redis.flushAll();
        int others = 0;
        int position = before;
        while (others < wanted) {
            others += started.get(position++).startsWith("t-") ? 1 : 0;
        }
        return position - before;
    }

    @Test
    void a_tenant_with_very_many_tasks_does_not_delay_the_others() throws Exception {
        int alone = startsUntilOthers(0);
        int beside = startsUntilOthers(BIG);

        assertThat(beside).as("starts until 99 %% of the others have started; alone %d", alone)
                .isLessThanOrEqualTo(2 * alone);
    }

    @Test
    void a_task_that_is_told_to_wait_closes_no_key() throws Exception {
        AtomicBoolean refused = new AtomicBoolean();
        worker = start(broker, List.of(fair(1, delivery -> {
            if (!refused.getAndSet(true)) {
                throw new RetryAfterException(Duration.ofHours(1));
            }
            handled.add(delivery.message().id());
        })));

        enqueue(List.of(task("a", "t"), task("b", "t"), task("c", "t")));

        awaitHandled("b", "c");
        await().until(() -> redis.zcard(DEFAULT.retry()) == 1);
    }

    @Test
    void keys_take_turns_only_if_one_channel_receives_all_tasks_of_the_queue() {
        Limit fair = new Limit.FairBy("header:tenant");
        assertThatThrownBy(() -> config("mails", "email:").withLimit(fair)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("channel mails is fair between keys by header:tenant and receives only tasks of types "
                        + "\"email:…\"; it must receive all tasks of its queue");
        assertThatThrownBy(() -> config("mails", "").withLimit(fair).withVersions(new VersionRange(2, 3)))
                .hasMessageContaining("only tasks of versions 2..3");
        List<Channel> both = List.of(fair(1, delivery -> {
        }), new Channel(config("mails", "email:")));
        assertThatThrownBy(() -> start(broker, both)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("channel fair is fair between keys by header:tenant, and channel mails has the same queue "
                        + "\"default\"; it must be the only channel of its queue");
        assertThatThrownBy(() -> new Limit.FairBy("queue")).hasMessageContaining("header:<name>");
        assertThatThrownBy(() -> Limit.of("fair:type", "type", 1, null)).hasMessageContaining("name of a limit");
    }
}
