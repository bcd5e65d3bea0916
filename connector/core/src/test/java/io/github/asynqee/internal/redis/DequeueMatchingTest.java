package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.args.ListDirection;

/** A worker dequeues only tasks for which it has a free lane. */
class DequeueMatchingTest extends BrokerTest {

    private static final int HEAD = 16;

    private static Route type(String prefix, int max) {
        return new Route(Kind.TYPE, prefix, max, null);
    }

    private static Route group(String prefix, int max) {
        return new Route(Kind.GROUP, prefix, max, null);
    }

    private MatchingTasks dequeue(Route... routes) {
        return dequeue(null, Reach.far(HEAD), routes);
    }

    private MatchingTasks dequeue(String anchor, Reach reach, Route... routes) {
        return broker.workerCommands().dequeue("default", new Demand(List.of(routes), anchor, reach, null));
    }

    /** Continues where an earlier call has ended. */
    private MatchingTasks goOn(MatchingTasks earlier, Reach reach, Route... routes) {
        return dequeue(earlier.anchor(), reach, from(earlier, routes));
    }

    private MatchingTasks goOn(MatchingTasks earlier, Route... routes) {
        return goOn(earlier, Reach.far(HEAD), routes);
    }

    /** The same routes with the marks of an earlier call. */
    private static Route[] from(MatchingTasks earlier, Route... routes) {
        return IntStream.range(0, routes.length).mapToObj(i -> new Route(routes[i].kind(), routes[i].prefix(),
                routes[i].max(), earlier.routes().get(i).mark())).toArray(Route[]::new);
    }

    private MatchingTasks takeAside(String id, Route... routes) {
        return broker.workerCommands().dequeue("default", new Demand(List.of(routes), null, Reach.far(HEAD), id));
    }

    private void push(String type, String... ids) {
        store(Arrays.stream(ids).map(id -> task(type, id)).toArray(NewTask[]::new));
    }

    private static NewTask task(String type, String id) {
        return new NewTask(TaskMessage.builder(type, id, "default").build(), new Placement.Pending(), null);
    }

    /** The mark of a task that is pending. */
    private String mark(int distance, String id) {
        return distance + " " + field(DEFAULT.task(id), "pending_since") + " " + id;
    }

    private static List<String> ids(MatchingTasks found) {
        return found.tasks().leases().stream().map(Lease::id).toList();
    }

    @Test
    void only_tasks_with_a_free_lane_are_taken_and_all_others_stay_in_order() {
        push("a", "a1");
        push("b", "b1");
        push("c", "c1");
        push("a", "a2", "a3");
        push("b", "b2");

        MatchingTasks found = dequeue(type("a", 2), type("b", 0), type("c", 5));

        assertThat(ids(found)).containsExactly("a1", "c1", "a2");
        assertThat(list(DEFAULT.pending())).containsExactly("b2", "a3", "b1");
        assertThat(list(DEFAULT.active())).containsExactly("a2", "c1", "a1");
        assertThat(zset(DEFAULT.lease())).containsExactly("a1", "a2", "c1");
        assertThat(state("a3")).isEqualTo("pending");
        assertThat(field(DEFAULT.task("b1"), "pending_since")).isNotNull();
        assertThat(state("c1")).isEqualTo("active");
        assertThat(field(DEFAULT.task("c1"), "pending_since")).isNull();
        assertThat(found.routes()).extracting(RouteState::exhausted).as("only c has no more").containsExactly(false,
                false, true);
        assertThat(found.ends()).isEqualTo(new QueueEnds("b2", "b1"));
    }

    @Test
    void the_longest_prefix_decides_even_if_its_lanes_are_busy() {
        push("email:welcome", "w");
        push("email:bye", "b");
        push("other", "o");

        MatchingTasks found = dequeue(type("email:welcome", 0), type("email:", 9), type("", 0));

        assertThat(ids(found)).containsExactly("b");
    }

    private static Route versions(String prefix, int first, int last, int max) {
        return new Route(Kind.TYPE, prefix, max, null, new VersionRange(first, last), null);
    }

    private void push(String type, String id, Map<String, String> headers) {
        store(new NewTask(TaskMessage.builder(type, id, "default").payload(new byte[300]).headers(headers).build(),
                new Placement.Pending(), null));
    }

    @Test
    void of_a_type_only_tasks_of_the_wanted_versions_are_taken() {
        push("email", "none", Map.of());
        push("email", "v2", Map.of("payload-version", "2", "tenant", "a".repeat(200)));
        push("email", "v3", Map.of("tenant", "a", "payload-version", "3"));
        push("email", "v4", Map.of("payload-version", "4"));
        push("email", "words", Map.of("payload-version", "two"));
        push("email", "long", Map.of("payload-version", "2".repeat(10)));
        push("email", "empty", Map.of("payload-version", ""));
        push("other", "o2", Map.of("payload-version", "2"));

        assertThat(ids(dequeue(versions("email", 2, 2, 9)))).containsExactly("v2");
        assertThat(ids(dequeue(versions("email", 1, 2, 9)))).containsExactly("none");
        assertThat(ids(dequeue(versions("email", 7, 9, 9), versions("email", 3, 3, 9), type("", 9))))
                .as("a shorter prefix takes no version of others").containsExactly("v3", "o2");
        assertThat(list(DEFAULT.pending())).containsExactly("empty", "long", "words", "v4");
        assertThat(ids(dequeue(type("email", 9)))).containsExactly("v4", "words", "long", "empty");
    }

    @Test
    void a_version_is_put_aside_from_the_head_like_a_type() {
        push("email", "v2", Map.of("payload-version", "2"));

        assertThat(dequeue(versions("email", 3, 3, 9)).unhandled()).isEqualTo("v2");
        assertThat(ids(takeAside("v2", versions("email", 3, 3, 9)))).containsExactly("v2");
    }

    @Test
    void a_fruitless_look_changes_nothing() {
        push("a", "a1", "a2");
        KeySpace before = dump();

        assertThat(ids(dequeue(type("b", 3)))).isEmpty();

        dump().assertSameAs(before);
    }

    @Test
    void a_paused_queue_keeps_its_tasks() {
        push("a", "a1");
        redis.at(DEFAULT.paused()).set(DEFAULT.paused(), "2000000000");

        MatchingTasks found = dequeue(type("a", 3));

        assertThat(found.tasks().paused()).isTrue();
        assertThat(list(DEFAULT.pending())).containsExactly("a1");
    }

    @Test
    void a_look_goes_on_where_the_last_one_ended() {
        push("foreign", IntStream.range(0, 2_500).mapToObj(i -> "f" + i).toArray(String[]::new));
        push("a", "a1");

        MatchingTasks first = dequeue(type("a", 1));
        MatchingTasks second = dequeue(from(first, type("a", 1)));
        MatchingTasks third = dequeue(from(second, type("a", 1)));
        push("a", "a2");
        MatchingTasks fourth = dequeue(from(third, type("a", 9)));

        assertThat(first.looked()).isEqualTo(Reach.LOOK_AHEAD);
        assertThat(first.routes().get(0).exhausted()).isFalse();
        assertThat(ids(first)).isEmpty();
        assertThat(ids(second)).isEmpty();
        assertThat(ids(third)).containsExactly("a1");
        assertThat(ids(fourth)).containsExactly("a2");
        assertThat(fourth.looked()).as("the head, and what is new").isEqualTo(HEAD + 1);
        assertThat(fourth.routes().get(0).exhausted()).isTrue();
        assertThat(list(DEFAULT.pending())).hasSize(2_500);
    }

    @Test
    void a_mark_that_is_gone_lets_the_look_begin_at_the_head() {
        push("foreign", "f1", "f2");
        MatchingTasks first = dequeue(type("a", 1));
        assertThat(first.routes()).extracting(RouteState::mark).containsExactly(mark(2, "f2"));
        // a peer dequeued both, and a task requeued since is at the head
        redis.at(DEFAULT.pending()).rpop(DEFAULT.pending(), 2);
        push("a", "a1");

        assertThat(ids(goOn(first, type("a", 1)))).containsExactly("a1");
    }

    @Test
    void what_is_requeued_at_the_head_is_seen_though_it_lies_before_the_mark() {
        push("foreign", IntStream.range(0, 100).mapToObj(i -> "f" + i).toArray(String[]::new));
        MatchingTasks first = dequeue(type("a", 1));
        push("a", "a1");
        redis.at(DEFAULT.pending()).lmove(DEFAULT.pending(), DEFAULT.pending(),
                ListDirection.LEFT, ListDirection.RIGHT);

        assertThat(ids(dequeue(from(first, type("a", 1))))).containsExactly("a1");
    }

    @Test
    void what_is_requeued_behind_many_others_is_seen_in_a_longer_head() {
        push("foreign", IntStream.range(0, 100).mapToObj(i -> "f" + i).toArray(String[]::new));
        MatchingTasks first = dequeue(type("a", 1));
        push("a", "a1");
        String pending = DEFAULT.pending();
        redis.at(pending).lmove(pending, pending, ListDirection.LEFT, ListDirection.RIGHT);
        for (int i = 0; i < 20; i++) {
            push("foreign", "g" + i);
            redis.at(pending).lmove(pending, pending, ListDirection.LEFT, ListDirection.RIGHT);
        }
        Route[] routes = from(first, type("a", 1));

        assertThat(ids(dequeue(null, Reach.far(20), routes))).isEmpty();
        assertThat(ids(dequeue(null, Reach.far(21), routes))).containsExactly("a1");
    }

    @Test
    void a_lane_that_becomes_free_finds_what_was_passed_over() {
        push("b", "b1", "b2");
        push("a", "a1");
        MatchingTasks first = dequeue(type("a", 9), type("b", 0));
        assertThat(ids(first)).containsExactly("a1");

        MatchingTasks second = dequeue(from(first, type("a", 9), type("b", 1)));

        assertThat(ids(second)).containsExactly("b1");
    }

    @Test
    void a_mark_that_is_taken_for_another_route_moves_to_its_neighbour() {
        push("foreign", "f1");
        push("b", "b1");
        MatchingTasks first = dequeue(type("a", 9), type("b", 0));
        assertThat(first.routes()).extracting(RouteState::mark).containsExactly(mark(2, "b1"), null);

        MatchingTasks second = dequeue(from(first, type("a", 0), type("b", 1)));

        assertThat(ids(second)).containsExactly("b1");
        assertThat(second.routes()).extracting(RouteState::mark).containsExactly(mark(1, "f1"), mark(1, "f1"));
    }

    @Test
    void the_task_at_the_head_is_named_if_no_lane_could_run_it_and_is_taken_on_demand() {
        push("foreign", "f1", "f2");
        push("busy", "b1");

        MatchingTasks found = dequeue(type("a", 1), type("busy", 0));
        assertThat(found.unhandled()).isEqualTo("f1");

        MatchingTasks taken = takeAside("f1", type("a", 1));
        assertThat(ids(taken)).containsExactly("f1");
        assertThat(taken.unhandled()).as("known at the next look").isNull();
        assertThat(list(DEFAULT.pending())).containsExactly("b1", "f2");

        MatchingTasks other = takeAside("f1", type("a", 1));
        assertThat(ids(other)).isEmpty();
        assertThat(other.unhandled()).isEqualTo("f2");
    }

    @Test
    void a_task_whose_lanes_are_busy_is_handled_and_one_whose_lanes_are_all_gone_is_not() {
        push("busy", "b1");
        assertThat(dequeue(type("a", 1), type("busy", 0)).unhandled()).isNull();
        assertThat(dequeue(type("a", 1), type("busy", Route.NO_LANES)).unhandled()).isEqualTo("b1");
    }

    @Test
    void a_task_of_a_group_goes_to_the_lanes_of_groups() {
        TaskMessage grouped = TaskMessage.builder("a", "g1", "default").group("news").payload(new byte[300]).build();
        pendingHash("g1", grouped.toBytes());
        push("a", "a1");

        assertThat(ids(dequeue(group("news", 0), type("a", 9)))).containsExactly("a1");
        assertThat(ids(dequeue(group("sport", 9), group("news", 0), type("a", 9)))).isEmpty();
        assertThat(ids(dequeue(group("news", 1), type("a", 0)))).containsExactly("g1");
    }

    @Test
    void a_task_of_a_group_that_no_lane_handles_goes_by_its_type() {
        pendingHash("g1", TaskMessage.builder("a", "g1", "default").group("news").build().toBytes());

        assertThat(ids(dequeue(group("sport", 9), type("a", 1)))).containsExactly("g1");
    }

    @Test
    void what_cannot_be_recognised_is_taken_without_a_lane() {
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "ghost");
        pendingHash("bytes", new byte[]{ (byte) 0xff, 0 });
        pendingHash("no-type", TaskMessage.builder("", "no-type", "default").build().toBytes());
        pendingHash("blank", TaskMessage.builder(" ", "blank", "default").build().toBytes());
        pendingHash("empty", new byte[0]);
        pendingHash("begins-well", new byte[]{ 10, 3, 'x', 'y', 'z', 18, 100, 1 });
        push("b", "b1");

        MatchingTasks found = dequeue(group("g", 1), type("a", 1), type("b", 0));
        assertThat(found.tasks().vanished()).containsExactly("ghost");
        assertThat(found.tasks().unusable()).extracting(unusable -> unusable.lease().id()).containsExactly("bytes",
                "no-type", "blank", "empty", "begins-well");
        assertThat(list(DEFAULT.pending())).containsExactly("b1");
    }

    @Test
    void the_type_is_found_wherever_it_stands_in_the_message() {
        byte[] type = TaskMessage.builder("long:" + "x".repeat(200), "", "").maxRetry(0).build().toBytes();
        byte[] rest = TaskMessage.builder("", "late", "default").build().toBytes();
        byte[] message = new byte[type.length + rest.length];
        System.arraycopy(rest, 0, message, 0, rest.length);
        System.arraycopy(type, 0, message, rest.length, type.length);
        pendingHash("late", message);

        assertThat(ids(dequeue(type("a", 1), type("long:", 0)))).isEmpty();
        assertThat(ids(dequeue(type("a", 0), type("long:", 1)))).containsExactly("late");
    }

    @Test
    void a_marked_task_that_comes_back_at_the_tail_hides_no_tasks() {
        push("foreign", "f1", "f2");
        MatchingTasks first = dequeue(type("a", 1));
        String pending = DEFAULT.pending();
        redis.at(pending).rpop(pending, 2);
        push("foreign", IntStream.range(0, 100).mapToObj(i -> "g" + i).toArray(String[]::new));
        push("a", "a1");
        redis.at(pending).hset(DEFAULT.task("f2"), "pending_since", "1");
        redis.at(pending).lpush(pending, "f2");

        assertThat(ids(goOn(first, type("a", 1)))).containsExactly("a1");
    }

    /** Go's inspector and its requeue write no time since which a task is pending. */
    @Test
    void a_task_that_is_requeued_at_the_head_hides_no_mark_of_tasks_without_a_time() {
        String pending = DEFAULT.pending();
        List<String> foreign = IntStream.range(0, 500).mapToObj(i -> "f" + i).toList();
        push("foreign", foreign.toArray(String[]::new));
        push("a", "a1");
        foreign.forEach(id -> redis.at(pending).hdel(DEFAULT.task(id), "pending_since"));
        redis.at(pending).hdel(DEFAULT.task("a1"), "pending_since");
        MatchingTasks first = dequeue(type("b", 1));
        push("foreign", "requeued");
        redis.at(pending).lrem(pending, 1, "requeued");
        redis.at(pending).rpush(pending, "requeued");
        push("b", "b1");

        MatchingTasks second = goOn(first, type("b", 1));

        assertThat(ids(second)).containsExactly("b1");
        assertThat(second.looked()).as("the first step at the head, and what is behind the mark").isLessThan(30);
    }

    @Test
    void a_marked_task_without_a_time_that_failed_and_comes_back_hides_no_tasks() {
        String pending = DEFAULT.pending();
        push("foreign", "f1", "f2");
        redis.at(pending).hdel(DEFAULT.task("f2"), "pending_since");
        MatchingTasks first = dequeue(type("a", 1));
        redis.at(pending).rpop(pending, 2);
        push("foreign", "g1", "g2");
        push("a", "a1");
        byte[] failed = TaskMessage.builder("foreign", "f2", "default").retried(1).build().toBytes();
        redis.at(pending).hset(DEFAULT.task("f2").getBytes(), "msg".getBytes(), failed);
        redis.at(pending).lpush(pending, "f2");

        assertThat(ids(goOn(first, type("a", 1)))).containsExactly("a1");
    }

    @Test
    void tasks_far_from_both_ends_are_taken_in_one_walk_and_all_others_keep_their_places() {
        push("foreign", IntStream.range(0, 1_500).mapToObj(i -> "f" + i).toArray(String[]::new));
        push("a", "a1", "a2", "a3");
        push("foreign", IntStream.range(0, 1_500).mapToObj(i -> "g" + i).toArray(String[]::new));
        MatchingTasks first = dequeue(type("a", 2));
        List<String> left = new ArrayList<>(list(DEFAULT.pending()));

        MatchingTasks second = goOn(first, type("a", 2));

        assertThat(ids(second)).containsExactly("a1", "a2");
        assertThat(second.walked()).as("from the nearer end").isBetween(1_500, 1_600);
        left.removeAll(List.of("a1", "a2"));
        assertThat(list(DEFAULT.pending())).isEqualTo(left);
    }

    @Test
    void a_call_that_reaches_the_head_only_takes_what_is_there_and_does_not_call_the_queue_exhausted() {
        push("foreign", IntStream.range(0, HEAD).mapToObj(i -> "f" + i).toArray(String[]::new));
        push("a", "a1");

        MatchingTasks found = dequeue(null, Reach.headOnly(HEAD), type("a", 1));
        assertThat(ids(found)).isEmpty();
        assertThat(found.routes()).extracting(RouteState::exhausted).containsExactly(false);

        redis.at(DEFAULT.pending()).rpop(DEFAULT.pending());
        assertThat(ids(dequeue(null, Reach.headOnly(HEAD), type("a", 1)))).containsExactly("a1");
    }

    @Test
    void many_tasks_that_cannot_run_leave_the_queue_in_steps_and_each_is_leased_once() {
        int many = 4_500;
        Pipeline pipeline = redis.at(DEFAULT.pending()).pipelined();
        for (int i = 0; i < many; i++) {
            pipeline.hset(DEFAULT.task("g" + i), Map.of("msg", "garbage", "state", "pending"));
            pipeline.lpush(DEFAULT.pending(), "g" + i);
            pipeline.lpush(DEFAULT.pending(), "vanished" + i);
        }
        pipeline.sync();
        push("a", "a1");

        int taken = 0;
        MatchingTasks found = dequeue(type("a", 1));
        while (ids(found).isEmpty()) {
            assertThat(found.tasks().size()).isBetween(1, 1_300);
            taken += found.tasks().size();
            found = goOn(found, type("a", 1));
        }

        assertThat(ids(found)).containsExactly("a1");
        assertThat(taken + found.tasks().size()).isEqualTo(2 * many + 1);
        assertThat(list(DEFAULT.active())).hasSize(many + 1).doesNotHaveDuplicates();
        assertThat(zset(DEFAULT.lease())).hasSize(many + 1);
        assertThat(exists(DEFAULT.pending())).isFalse();
    }
}
