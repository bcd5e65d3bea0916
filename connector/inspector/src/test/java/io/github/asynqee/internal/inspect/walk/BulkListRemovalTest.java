package io.github.asynqee.internal.inspect.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.BulkPage.BulkResult;
import io.github.asynqee.inspect.BulkPage.BulkResult.Outcome;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Tasks are removed from the pending list wherever they are by then, and a broken connection loses none. */
class BulkListRemovalTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final QueueKeys KEYS = QueueKeys.of("default");
    private static final TaskFilter OTHER = TaskFilter.ALL.withType("other");

    private Jedis jedis;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        jedis = TestRedis.SINGLE.nodes().get(0);
        StoredTasks.register(jedis, "default");
    }

    /** Every third task is of another type. */
    private void add(int count) {
        new StoredTasks(jedis, "default").types(i -> i % 3 == 0 ? "other" : "email:welcome").add(TaskState.PENDING,
                count);
    }

    private List<String> pending() {
        return jedis.lrange(KEYS.pending(), 0, -1);
    }

    private boolean isOther(String id) {
        return Integer.parseInt(id.substring(id.indexOf('-') + 1)) % 3 == 0;
    }

    private static List<BulkResult> all(BulkOperations bulk, TaskFilter filter, String from) {
        List<BulkResult> results = new ArrayList<>();
        String next = from;
        do {
            BulkPage page = bulk.change(BulkAction.DELETE, filter, next, 10_000, LONG);
            results.addAll(page.results());
            next = page.next();
        } while (next != null);
        return results;
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 150, 400, 50_000 })
    void only_what_is_chosen_is_removed_near_the_ends_and_far_from_them(int rewritten) {
        add(1_500);
        List<String> others = pending().stream().filter(id -> !isOther(id)).toList();
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()))) {
            QueueResolver queues = QueueResolver.physical(broker.executor());
            BulkOperations bulk = new RedisBulkOperations(queues,
                    TaskWalk.ofChanges(queues, broker.executor(),
                            new TaskReads(broker.executor(), broker.clock(), List::of)),
                    new ChosenTasks(broker.executor(), broker.clock(), rewritten),
                    new BulkChanges(broker.executor(), broker.clock()));

            assertThat(all(bulk, OTHER, null)).hasSize(500)
                    .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.CHANGED));
        }
        assertThat(pending()).containsExactlyInAnyOrderElementsOf(others);
        if (rewritten == 50_000) {
            assertThat(pending()).containsExactlyElementsOf(others);
        } else if (rewritten > 0) {
            // the next ones to run keep their order
            int kept = (rewritten - TaskPages.SIZE) / 3 * 2;
            assertThat(pending().subList(1_000 - kept, 1_000))
                    .containsExactlyElementsOf(others.subList(1_000 - kept, 1_000));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 150, 700, 2_500 })
    void tasks_that_move_between_reading_and_removal_are_found(int taken) throws Exception {
        add(6_000);
        try (TcpProxy proxy = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(proxy.url())) {
            inspector.bulk().change(BulkAction.DELETE, OTHER, null, 1, LONG);
            // only the call that changes contains the message of a task
            TcpProxy.HeldRequest held = proxy.holdNext("\n\u0005other");
            CompletableFuture<BulkPage> page = CompletableFuture
                    .supplyAsync(() -> inspector.bulk().change(BulkAction.DELETE, OTHER, null, 30, LONG));
            assertThat(held.arrived().await(20, TimeUnit.SECONDS)).isTrue();
            jedis.ltrim(KEYS.pending(), 0, -taken - 1);
            for (int i = 0; i < taken; i++) {
                jedis.lpush(KEYS.pending(), "new-" + i);
            }
            held.released().countDown();

            assertThat(page.get(20, TimeUnit.SECONDS).results()).hasSize(30)
                    .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(Outcome.CHANGED));
            assertThat(pending()).hasSize(6_000 - 31);
        }
    }

    @Test
    void a_task_that_a_worker_has_taken_since_it_was_read_is_skipped() throws Exception {
        add(3);
        try (TcpProxy proxy = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(proxy.url());
                RedisBroker worker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()))) {
            TcpProxy.HeldRequest held = proxy.holdNext("\n\u0005other");
            CompletableFuture<BulkPage> page = CompletableFuture
                    .supplyAsync(() -> inspector.bulk().change(BulkAction.DELETE, OTHER, null, 30, LONG));
            assertThat(held.arrived().await(20, TimeUnit.SECONDS)).isTrue();
            worker.workerCommands().dequeue("default", 1);
            held.released().countDown();

            assertThat(page.get(20, TimeUnit.SECONDS).results()).singleElement().satisfies(result -> {
                assertThat(result.outcome()).isEqualTo(Outcome.SKIPPED);
                assertThat(result.reason()).contains("changed since");
            });
            assertThat(jedis.lrange(KEYS.active(), 0, -1)).containsExactly("pending-0");
        }
    }

    @Test
    void a_change_goes_on_from_its_stored_cursor_after_the_connection_was_cut() {
        add(900);
        Set<String> changed = new TreeSet<>();
        String stored;
        try (TcpProxy proxy = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(proxy.url())) {
            BulkPage first = inspector.bulk().change(BulkAction.DELETE, OTHER, null, 40, LONG);
            first.results().forEach(result -> changed.add(result.id()));
            proxy.cut();
            assertThatThrownBy(() -> inspector.bulk().change(BulkAction.DELETE, OTHER, first.next(), 40, LONG))
                    .isInstanceOf(BrokerException.class);
            stored = first.next();
        }
        try (Inspector another = Inspectors.connect(TestRedis.SINGLE.url())) {
            all(another.bulk(), OTHER, stored).forEach(result -> assertThat(changed.add(result.id())).isTrue());
        }
        assertThat(changed).hasSize(300);
        assertThat(pending()).hasSize(600).noneMatch(this::isOther);
    }

    @Test
    void a_step_that_fails_after_some_changes_returns_them() throws Exception {
        add(900);
        try (TcpProxy proxy = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(proxy.url())) {
            inspector.bulk().change(BulkAction.DELETE, OTHER, null, 1, LONG);
            // in the second page
            TcpProxy.HeldRequest held = proxy.holdNext("pending-699");
            CompletableFuture<BulkPage> page = CompletableFuture
                    .supplyAsync(() -> inspector.bulk().change(BulkAction.DELETE, OTHER, null, 10_000, LONG));
            assertThat(held.arrived().await(20, TimeUnit.SECONDS)).isTrue();
            proxy.cut();
            held.released().countDown();
            BulkPage partial = page.get(20, TimeUnit.SECONDS);
            proxy.heal();
            List<BulkResult> rest = all(inspector.bulk(), OTHER, partial.next());

            assertThat(partial.results()).isNotEmpty();
            assertThat(Stream.concat(partial.results().stream(), rest.stream()).map(BulkResult::id))
                    .doesNotHaveDuplicates().hasSize(299);
        }
        assertThat(pending()).hasSize(600).noneMatch(this::isOther);
    }

    @Test
    void a_lost_reply_loses_no_task() {
        add(900);
        try (TcpProxy proxy = TcpProxy.to(TestRedis.SINGLE.port());
                Inspector inspector = Inspectors.connect(proxy.url())) {
            inspector.bulk().change(BulkAction.DELETE, OTHER, null, 1, LONG);
            proxy.loseNextReplyTo("\n\u0005other");
            assertThatThrownBy(() -> inspector.bulk().change(BulkAction.DELETE, OTHER, null, 10_000, LONG))
                    .isInstanceOf(BrokerException.class);

            all(inspector.bulk(), OTHER, null);
        }
        assertThat(pending()).hasSize(600).noneMatch(this::isOther);
        assertThat(jedis.keys(KEYS.taskPrefix() + "*")).hasSize(600);
        assertThat(Arrays.asList(pending().get(0), pending().get(599))).containsExactly("pending-899".equals(
                pending().get(0)) ? "pending-899" : "pending-898", "pending-1");
    }
}
