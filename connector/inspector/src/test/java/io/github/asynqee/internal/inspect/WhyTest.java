package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import org.junit.jupiter.api.Test;

/** Why tasks wait, on each kind of Redis: which data is read, from which queues, and how much. */
class WhyTest extends InspectorTest {

    private void serve(int busy, boolean strict, Map<String, Integer> queues) {
        broker.servers().write(new ServerInfo("host", 1, "s1", 2, queues, strict, "active", NOW, busy),
                IntStream.range(0, busy)
                        .mapToObj(i -> new WorkerInfo("host", 1, "s1", "run" + i, "secret:type", new byte[0], "hidden",
                                NOW.minusSeconds(100 - i), NOW.plusSeconds(60)))
                        .toList(),
                Duration.ofDays(1));
    }

    private static List<Reason> reasons(List<Waiting> why) {
        return why.stream().map(Waiting::reason).toList();
    }

    @Test
    void what_does_not_exist_is_an_error() {
        assertThatThrownBy(() -> inspector.tasks().why("default", "t")).isInstanceOf(QueueNotFoundException.class);
        assertThatThrownBy(() -> inspector.queues().why("default")).isInstanceOf(QueueNotFoundException.class);
        assertThatThrownBy(() -> inspector.queues().why(" ")).isInstanceOf(IllegalArgumentException.class);
        given(task("t"), TaskState.PENDING);
        assertThatThrownBy(() -> inspector.tasks().why("default", "u")).isInstanceOf(TaskNotFoundException.class);
    }

    @Test
    void tells_all_reasons_and_first_those_that_stop_the_queue() {
        given(task("t"), TaskState.RETRY);
        given(task("p"), TaskState.PENDING);
        given(task("g"), TaskState.AGGREGATING);
        inspector.queues().pause("default");
        clock.advance(Duration.ofHours(3));

        assertThat(reasons(inspector.tasks().why("default", "p"))).containsExactly(Reason.PAUSED, Reason.NO_SERVER);
        assertThat(inspector.tasks().why("default", "p").get(0).message())
                .isEqualTo("the queue has been paused for 3 h");
        assertThat(reasons(inspector.tasks().why("default", "g"))).containsExactly(Reason.PAUSED, Reason.NO_SERVER,
                Reason.GROUP);
        assertThat(reasons(inspector.queues().why("default"))).containsExactly(Reason.PAUSED, Reason.NO_SERVER,
                Reason.RETRY, Reason.GROUP);
    }

    @Test
    void a_position_is_searched_among_a_thousand_tasks() {
        serve(0, false, Map.of("default", 1));
        client.enqueueAll(IntStream.range(0, 1_200).mapToObj(i -> Task.of("email", "{}").id("t" + i)).toList());

        assertThat(inspector.tasks().why("default", "t999").get(0).message())
                .isEqualTo("999 tasks of the queue are before the task");
        assertThat(inspector.tasks().why("default", "t1000").get(0).message())
                .isEqualTo("more than 1000 tasks of the queue are before the task");
        assertThat(inspector.tasks().why("default", "t1").get(0).message())
                .isEqualTo("1 task of the queue is before the task");
    }

    @Test
    void queues_and_tasks_out_of_scope_are_not_named() {
        serve(2, true, Map.of("default", 1, "hidden", 9));
        given(task("t"), TaskState.PENDING);
        client.enqueue(Task.of("email", "{}").queue("hidden"));
        clock.advance(Duration.ofMinutes(1));

        assertThat(reasons(inspector.tasks().why("default", "t"))).containsExactly(Reason.LANES_BUSY,
                Reason.LOWER_PRIORITY, Reason.IN_LINE);
        assertThat(inspector.tasks().why("default", "t").toString()).contains("hidden", "secret:type");
        Inspector some = inspector.within("default"::equals);
        assertThat(reasons(some.tasks().why("default", "t"))).containsExactly(Reason.IN_LINE);
        assertThat(some.tasks().why("default", "t").toString() + some.queues().why("default"))
                .doesNotContain("hidden", "secret:type");
        assertThatThrownBy(() -> some.queues().why("hidden")).isInstanceOf(QueueNotFoundException.class);
    }

    @Test
    void shards_answer_together_and_what_differs_names_its_shard() {
        redis.at("asynq:shards").hset("asynq:shards", "default", "2 1");
        client.enqueue(Task.of("email", "{}").id("a").queue("default"));
        client.enqueue(Task.of("email", "{}").id("b").queue("default~1"));
        Inspector logical = inspector.logical();

        assertThat(logical.queues().why("default")).extracting(Waiting::message)
                .containsExactly("no running server consumes the queue");
        assertThat(reasons(logical.tasks().why("default", "b"))).containsExactly(Reason.NO_SERVER);
        inspector.queues().pause("default~1");
        assertThat(logical.queues().why("default")).extracting(Waiting::message).containsExactly(
                "no running server consumes the queue", "shard \"default~1\": the queue has been paused for 0 s");
    }

    @Test
    void damaged_data_of_others_is_no_failure() {
        serve(0, false, Map.of("default", 1));
        given(task("t"), TaskState.SCHEDULED);
        node().hset(KEYS.task("t"), "asynqee:limit", "1 " + NOW.plusSeconds(600).getEpochSecond() + " imports a");
        node().zadd(KEYS.limitsLooks(), Double.POSITIVE_INFINITY, "imports a");
        node().zadd(KEYS.limitsClosed(), Double.NEGATIVE_INFINITY, "imports a");
        node().set(KEYS.paused(), "yesterday");
        String type = "x".repeat(5_000);
        broker.servers().write(new ServerInfo("host", 1, "s2", 1, Map.of("mails", 1), false, "active", NOW, 1),
                List.of(new WorkerInfo("host", 1, "s2", "run", type, new byte[0], "mails", NOW, NOW.plusSeconds(60))),
                Duration.ofDays(1));
        client.enqueue(task("m").queue("mails"));

        assertThat(inspector.tasks().why("default", "t")).extracting(Waiting::message)
                .startsWith("the queue is paused");
        assertThat(reasons(inspector.tasks().why("default", "t"))).containsExactly(Reason.PAUSED,
                Reason.LIMIT_UNCHECKED);
        assertThat(inspector.tasks().why("mails", "m").get(0).message()).hasSizeLessThan(400).contains("x".repeat(100));
    }
}
