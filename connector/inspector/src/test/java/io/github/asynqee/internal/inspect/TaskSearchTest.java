package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.inspect.summary.ErrorGroups;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TaskSearchTest {

    private Inspector inspector;
    private AsynqClient client;

    private void connect(TestRedis redis) {
        redis.clear();
        inspector = Inspectors.connect(redis.url());
        client = Asynq.connect(redis.url());
    }

    @AfterEach
    void disconnect() {
        if (client != null) {
            client.close();
            inspector.close();
        }
    }

    private List<String> found(TaskFilter filter) {
        return inspector.tasks().search(filter, null, 100, Duration.ofSeconds(20)).tasks().stream()
                .map(task -> task.info().id()).sorted().toList();
    }

    @ParameterizedTest
    @EnumSource
    void tasks_are_found_by_each_condition_in_all_queues_and_states(TestRedis redis) {
        connect(redis);
        client.enqueue(Task.of("email:welcome", "{\"to\":\"Me@example.com\"}").id("a-1").header("tenant", "blue"));
        client.enqueue(Task.of("email:welcome", "{}").id("a-2").queue("mail").processIn(Duration.ofHours(1)));
        client.enqueue(Task.of("note:new", "{}").id("b-3").queue("mail").group("g1"));

        assertThat(found(TaskFilter.ALL)).containsExactly("a-1", "a-2", "b-3");
        assertThat(found(TaskFilter.ALL.withId("A-"))).containsExactly("a-1", "a-2");
        assertThat(found(TaskFilter.ALL.withType("note:"))).containsExactly("b-3");
        assertThat(found(TaskFilter.ALL.withType("welcome"))).isEmpty();
        assertThat(found(TaskFilter.ALL.withPayload("me@EXAMPLE"))).containsExactly("a-1");
        assertThat(found(TaskFilter.ALL.withHeader("tenant=bl"))).containsExactly("a-1");
        assertThat(found(TaskFilter.ALL.inQueues("mail"))).containsExactly("a-2", "b-3");
        assertThat(found(TaskFilter.ALL.inStates(TaskState.SCHEDULED))).containsExactly("a-2");
        assertThat(found(TaskFilter.ALL.inStates(TaskState.AGGREGATING))).containsExactly("b-3");
        assertThat(found(TaskFilter.ALL.withError("boom"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void pages_have_each_task_once_though_some_cannot_be_read(TestRedis redis) {
        connect(redis);
        QueueKeys keys = QueueKeys.of("default");
        client.enqueueAll(IntStream.range(0, 500).mapToObj(i -> Task.of("t", "{}").id("t" + i)).toList());
        client.enqueueAll(
                IntStream.range(0, 300).mapToObj(i -> Task.of("t", "{}").id("u" + i).queue("other")).toList());
        for (int i = 0; i < 450; i++) {
            redis.at(keys.task("t" + i)).hset(keys.task("t" + i), "msg", "not a message");
        }
        List<String> ids = new ArrayList<>();
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(TaskFilter.ALL, next, 7, Duration.ZERO);
            assertThat(page.tasks()).hasSizeLessThanOrEqualTo(7);
            page.tasks().forEach(task -> ids.add(task.info().id()));
            next = page.next();
        } while (next != null);

        assertThat(ids).hasSize(350).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void large_tasks_are_read_in_parts(TestRedis redis) {
        connect(redis);
        byte[] large = new byte[600_000];
        List<String> pending = IntStream.range(0, 15).mapToObj(i -> "p" + (10 + i)).toList();
        List<String> scheduled = IntStream.range(0, 15).mapToObj(i -> "s" + (10 + i)).toList();
        pending.forEach(id -> client.enqueue(Task.of("t", large).id(id).queue("large")));
        IntStream.range(0, 15).forEach(i -> client.enqueue(Task.of("t", large).id(scheduled.get(i)).queue("large")
                .processIn(Duration.ofHours(i + 1))));
        long before = calls(redis, "lrange") + calls(redis, "zrange");
        List<String> ids = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(TaskFilter.ALL.inQueues("large"), next, 1_000,
                    Duration.ofSeconds(20));
            page.tasks().forEach(task -> ids.add(task.info().id()));
            sizes.add(page.tasks().size());
            next = page.next();
        } while (next != null);

        assertThat(ids).isEqualTo(Stream.of(pending, scheduled).flatMap(List::stream).toList());
        assertThat(sizes).as("pages of 8 MB").containsExactly(14, 14, 2);
        // one task with each call
        assertThat(calls(redis, "lrange") + calls(redis, "zrange") - before).isBetween(30L, 35L);
        assertThat(inspector.tasks().list("large", TaskState.PENDING, 1, 100)).extracting(task -> task.info().id())
                .isEqualTo(pending);
        assertThat(inspector.tasks().list("large", TaskState.SCHEDULED, 2, 7)).extracting(task -> task.info().id())
                .isEqualTo(scheduled.subList(7, 14));
        assertThat(inspector.tasks().list("large", TaskState.SCHEDULED, 3, 7)).hasSize(1);
        assertThat(inspector.tasks().list("large", TaskState.SCHEDULED, 4, 7)).isEmpty();
    }

    private static long calls(TestRedis redis, String command) {
        return redis.at(QueueKeys.of("large").pending()).info("commandstats").lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("^[^=]*=(\\d+).*", "$1"))).sum();
    }

    /** More groups and queues than one step reads. */
    @ParameterizedTest
    @EnumSource
    void pages_go_through_many_groups_and_queues(TestRedis redis) {
        connect(redis);
        client.enqueueAll(IntStream.range(0, 250)
                .mapToObj(i -> Task.of("t", "{}").id("g" + i).queue("groups").group("g" + i)).toList());
        client.enqueueAll(
                IntStream.range(0, 250).mapToObj(i -> Task.of("t", "{}").id("q" + i).queue("q" + i)).toList());
        IntStream.range(0, 250).filter(i -> i % 2 == 1).forEach(i -> inspector.changes().delete("q" + i, "q" + i));
        List<String> ids = new ArrayList<>();
        int pages = 0;
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(TaskFilter.ALL, next, 60, Duration.ZERO);
            page.tasks().forEach(task -> ids.add(task.info().id()));
            next = page.next();
            pages++;
        } while (next != null);

        assertThat(ids).hasSize(375).doesNotHaveDuplicates();
        assertThat(pages).isLessThan(400);
        assertThat(found(TaskFilter.ALL.inGroup("g17"))).containsExactly("g17");
        assertThat(inspector.queues().info("groups").aggregating()).isEqualTo(250);
        assertThat(inspector.queues().info("groups").groups()).isEqualTo(250);
        assertThat(inspector.tasks().find("q248")).hasValueSatisfying(
                task -> assertThat(task.info().queue()).isEqualTo("q248"));
        assertThat(inspector.tasks().find("q249")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void pages_go_on_behind_groups_with_any_name(TestRedis redis) {
        connect(redis);
        List<String> names = List.of("two\nlines", "\nx", "ends\n", "a\nSCHEDULED\nb\n3\n0", "last");
        for (int i = 0; i < 10; i++) {
            client.enqueue(Task.of("t", "{}").id("g" + i).queue("a\nb").group(names.get(i / 2)));
        }
        List<String> ids = new ArrayList<>();
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(TaskFilter.ALL, next, 1, Duration.ofSeconds(20));
            page.tasks().forEach(task -> ids.add(task.info().id()));
            next = page.next();
        } while (next != null);

        assertThat(ids).containsExactlyInAnyOrder("g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9");
    }

    @Test
    void a_task_with_a_negative_number_of_retries_is_found() {
        TaskInfo hostile = new TaskInfo("t", "q", "t", new byte[0], Map.of(), TaskState.RETRY, 0, -1, "", null,
                Duration.ZERO, null, "", Duration.ZERO, null, null);
        InspectedTask task = new InspectedTask(hostile, null, false, null, 0, null, null);

        assertThat(TaskFilter.ALL.matches(task)).isTrue();
        assertThat(TaskFilter.ALL.withMinRetried(1).matches(task)).isFalse();
    }

    /** No client makes one, but another program can. */
    @ParameterizedTest
    @EnumSource
    @Timeout(20)
    void a_group_without_a_name_does_not_hold_a_search_up(TestRedis redis) {
        connect(redis);
        QueueKeys keys = QueueKeys.of("q");
        client.enqueue(Task.of("t", "{}").id("named").queue("q").group("g"));
        redis.at(keys.groups()).sadd(keys.groups(), "");
        client.enqueue(Task.of("t", "{}").id("z").queue("z"));
        List<String> ids = new ArrayList<>();
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(TaskFilter.ALL, next, 1, Duration.ZERO);
            page.tasks().forEach(task -> ids.add(task.info().id()));
            next = page.next();
        } while (next != null);

        assertThat(ids).containsExactly("named", "z");
    }

    @ParameterizedTest
    @EnumSource
    void groups_are_listed_in_parts(TestRedis redis) {
        connect(redis);
        client.enqueueAll(IntStream.range(0, 700)
                .mapToObj(i -> Task.of("t", "{}").queue("groups").group("g" + i % 650)).toList());
        List<GroupInfo> groups = new ArrayList<>();
        String next = null;
        do {
            GroupInfo.Page page = inspector.queues().groups("groups", next, 100);
            assertThat(page.groups()).hasSizeBetween(1, 400);
            groups.addAll(page.groups());
            next = page.next();
        } while (next != null);

        assertThat(groups).containsExactlyInAnyOrderElementsOf(inspector.queues().groups("groups")).hasSize(650);
        assertThat(groups.stream().mapToInt(GroupInfo::size).sum()).isEqualTo(700);
        assertThat(inspector.queues().groups("nothing", null, 1).groups()).isEmpty();
        assertThatThrownBy(() -> inspector.queues().groups("groups", null, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(inspector.queues().counts(List.of("groups", "nothing"), (queue, failure) -> {
            throw failure;
        })).satisfiesExactly(queue -> assertThat(queue.groups()).isEqualTo(650),
                queue -> assertThat(queue.size()).isZero());
    }

    @ParameterizedTest
    @EnumSource
    void failed_tasks_are_grouped_by_errors_but_for_numbers_and_ids(TestRedis redis) {
        connect(redis);
        QueueKeys keys = QueueKeys.of("default");
        for (int i = 0; i < 3; i++) {
            client.enqueue(Task.of("t", "{}").id("t" + i).processIn(Duration.ofHours(1)));
            TaskMessage failed = TaskMessage.builder("t", "t" + i, "default").build()
                    .failed("user 4711" + i + " is unknown", java.time.Instant.ofEpochSecond(2_000_000_000 + i), true);
            redis.at(keys.task("t" + i)).hset(keys.task("t" + i).getBytes(), "msg".getBytes(), failed.toBytes());
            inspector.changes().archive("default", "t" + i);
        }

        List<ErrorGroup> errors = inspector.tasks().errors(TaskFilter.ALL, 100);

        assertThat(errors).singleElement().satisfies(group -> {
            assertThat(group.signature()).isEqualTo("user # is unknown");
            assertThat(group.count()).isEqualTo(3);
            assertThat(group.firstFailedAt()).isEqualTo("2033-05-18T03:33:20Z");
            assertThat(group.lastFailedAt()).isEqualTo("2033-05-18T03:33:22Z");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "connect to 10.0.0.7:25 refused | connect to # refused",
            "order 3f2504e0-4f89-41d3-9a0c-0305e82c3301 is gone | order # is gone",
            "at 0x7f3a in Foo2Bar | at # in Foo#Bar",
            "no number | no number" })
    void the_signature_of_an_error(String error, String signature) {
        assertThat(ErrorGroups.signature(error)).isEqualTo(signature);
    }

    @Test
    void a_long_error_of_numbers_has_a_signature() {
        assertThat(ErrorGroups.signature("For input string: \"" + "1.".repeat(5_000) + "\""))
                .isEqualTo("For input string: \"#");
        assertThat(ErrorGroups.signature("x".repeat(10_000))).isEqualTo("x".repeat(1_000));
    }

    @ParameterizedTest
    @CsvSource({ "0", "10001" })
    void a_limit_out_of_range_is_refused(int limit) {
        connect(TestRedis.SINGLE);

        assertThatThrownBy(() -> inspector.tasks().search(TaskFilter.ALL, null, limit, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("" + limit);
        assertThatThrownBy(() -> inspector.tasks().search(TaskFilter.ALL, "nonsense", 1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("nonsense");
    }
}
