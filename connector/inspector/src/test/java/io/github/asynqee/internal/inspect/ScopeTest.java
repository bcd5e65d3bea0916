package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.Snapshot;
import io.github.asynqee.fixtures.StoredQueue;
import io.github.asynqee.inspect.BatchNotFoundException;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.OutOfScopeException;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.TaskStateException;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.statistics.StatisticsRange;
import io.github.asynqee.testkit.RedisForTests;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/**
 * Every method of every role of an inspector with a scope rejects a queue outside the scope, or does not show or
 * change its data. Finds the methods by reflection; a new method fails until arguments are defined here.
 */
class ScopeTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final String HIDDEN = "hidden";
    private static final String SEEN = "seen";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Set<Class<?>> REFUSALS = Set.of(OutOfScopeException.class, QueueNotFoundException.class,
            TaskNotFoundException.class, PeriodicEntries.NotFoundException.class,
            BatchNotFoundException.class);

    private final Jedis jedis = new Jedis(REDIS.host(), REDIS.port());
    private final Map<String, List<Object[]>> arguments = new HashMap<>();
    private final SoftAssertions soft = new SoftAssertions();
    private Inspector whole;
    private Snapshot stored;

    @BeforeEach
    void store() throws Exception {
        REDIS.clear();
        whole = Inspectors.connect(REDIS.url());
        List.of(HIDDEN, HIDDEN + "~1", SEEN).forEach(queue -> StoredQueue.store(jedis, queue));
        jedis.hset("asynq:shards", HIDDEN, "2 1");
        jedis.sadd("asynq:queues", HIDDEN + "-empty");
        jedis.hset("asynq:shards", HIDDEN + "-empty", "2 1");
        whole.changes().archiveRestorable(HIDDEN, id("scheduled"));
        try (RedisBroker broker = RedisBroker.connect(RedisConfig.of(REDIS.url()))) {
            PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
            scheduler.put(PeriodicTask.of("tick", "@every 1h", Task.of("tick", "{}").queue(HIDDEN)));
            var ticks = scheduler.start(Thread::new);
            await("the entry is there").until(() -> !whole.periodic().entries().isEmpty());
            ticks.stop(Duration.ofSeconds(10));
            broker.servers().write(
                    new ServerInfo("host", 7, "a", 10, Map.of(HIDDEN, 1), false, "active", Instant.now(), 1),
                    List.of(new WorkerInfo("host", 7, "a", id("active"), "t", new byte[0], HIDDEN, Instant.now(),
                            Instant.now().plus(LONG))),
                    Duration.ofHours(1));
            DefaultAsynqClient.of(broker).batch(HIDDEN).queue(HIDDEN).add(List.of(Task.of("t", "").queue(HIDDEN)))
                    .enqueue();
            broker.outboxes()
                    .write(new OutboxState("host", 7, HIDDEN, "jdbc/" + HIDDEN, 1,
                            Instant.now().minus(LONG.multipliedBy(60)), 1,
                            HIDDEN, HIDDEN), Duration.ofHours(1));
        }
        // published data expires, also during a slow test
        jedis.zrange("asynq:schedulers", 0, -1).forEach(scheduler -> {
            jedis.zadd("asynq:schedulers", Instant.now().plus(Duration.ofHours(1)).getEpochSecond(), scheduler);
            jedis.persist(scheduler);
        });
        stored = Snapshot.of(jedis);
        ofQueues();
        ofTasks();
        ofChanges();
        ofBulkOperations();
        ofOtherRoles();
    }

    @AfterEach
    void close() {
        whole.close();
        jedis.close();
    }

    private static String id(String state) {
        return HIDDEN + "/" + state + "-n-red-new";
    }

    /** Names the arguments of a method: one call for each array. */
    private void method(String signature, Object[]... calls) {
        arguments.put(signature, List.of(calls));
    }

    private static Object[] with(Object... values) {
        return values;
    }

    private void ofQueues() {
        BiConsumer<String, BrokerException> failed = (queue, error) -> {
            throw error;
        };
        method("Queues.names()", with());
        method("Queues.info(String)", with(HIDDEN));
        method("Queues.infos(Collection)", with(List.of(HIDDEN)), with(List.of(HIDDEN, SEEN)));
        method("Queues.infos(Collection,BiConsumer)", with(List.of(HIDDEN), failed));
        method("Queues.counts(Collection,BiConsumer)", with(List.of(HIDDEN), failed));
        method("Queues.history(String,int)", with(HIDDEN, 1));
        method("Queues.statistics(String,StatisticsRange)", with(HIDDEN,
                StatisticsRange.WEEK));
        method("Queues.groups(String)", with(HIDDEN));
        method("Queues.groups(String,String,int)", with(HIDDEN, null, 10));
        method("Queues.limits(String)", with(HIDDEN));
        method("Queues.why(String)", with(HIDDEN));
        method("Queues.pause(String)", with(HIDDEN));
        method("Queues.unpause(String)", with(HIDDEN));
        method("Queues.resume(String,LimitKey)", with(HIDDEN, new LimitKey("limit", "")));
        method("Queues.remove(String,boolean)", with(HIDDEN + "-empty", false), with(HIDDEN + "-empty", true));
    }

    private void ofTasks() {
        TaskFilter hidden = TaskFilter.ALL.inQueues(HIDDEN);
        TaskFilter both = TaskFilter.ALL.inQueues(HIDDEN, SEEN);
        Predicate<InspectedTask> any = task -> true;
        method("Tasks.get(String,String)", with(HIDDEN, id("pending")));
        method("Tasks.find(String)", with(id("pending")));
        method("Tasks.attempts(String,String)", with(HIDDEN, id("retry")));
        method("Tasks.why(String,String)", with(HIDDEN, id("pending")));
        method("Tasks.list(String,TaskState,int,int)", with(HIDDEN, TaskState.PENDING, 1, 10));
        method("Tasks.listOfGroup(String,String,int,int)", with(HIDDEN, StoredQueue.GROUP, 1, 10));
        method("Tasks.search(TaskFilter,String,int,Duration)", with(hidden, null, 100, LONG),
                with(both, null, 1_000, LONG), with(TaskFilter.ALL, null, 1_000, LONG));
        method("Tasks.search(TaskFilter,Predicate,String,int,Duration)", with(hidden, any, null, 100, LONG),
                with(TaskFilter.ALL, any, null, 1_000, LONG));
        method("Tasks.errors(TaskFilter,int)", with(hidden, 100));
        method("Tasks.uniqueLock(String,String)", with(HIDDEN, id("pending")));
    }

    private void ofChanges() {
        method("TaskChanges.run(String,String)", with(HIDDEN, id("retry")));
        method("TaskChanges.archive(String,String)", with(HIDDEN, id("pending")));
        method("TaskChanges.archiveRestorable(String,String)", with(HIDDEN, id("pending")));
        method("TaskChanges.restore(String,String)", with(HIDDEN, id("scheduled")));
        method("TaskChanges.delete(String,String)", with(HIDDEN, id("pending")));
        method("TaskChanges.updatePayload(String,String,byte[])",
                with(HIDDEN, HIDDEN + "/scheduled-n-blue-new", new byte[]{ 1 }));
        method("TaskChanges.cancel(String)", with(id("active")));
        method("TaskChanges.reschedule(String,String,Instant)", with(HIDDEN, id("pending"), Instant.now()));
        method("TaskChanges.edit(String,String,TaskEdit)", with(HIDDEN, id("pending"), TaskEdit.NONE.maxRetry(1)));
        method("TaskChanges.duplicate(String,String,TaskEdit)", with(HIDDEN, id("pending"), TaskEdit.NONE),
                with(HIDDEN, id("pending"), TaskEdit.NONE.queue(SEEN)),
                with(SEEN, SEEN + "/pending-n-red-new", TaskEdit.NONE.queue(HIDDEN)));
        method("TaskChanges.move(String,String,String)", with(HIDDEN, id("pending"), SEEN),
                with(SEEN, SEEN + "/pending-n-red-new", HIDDEN));
        method("TaskChanges.releaseLock(String,String)", with(HIDDEN, id("pending")));
    }

    private void ofBulkOperations() {
        TaskFilter hidden = TaskFilter.ALL.inQueues(HIDDEN);
        method("BulkOperations.count(TaskFilter,String,Duration)", with(hidden, null, LONG),
                with(TaskFilter.ALL, null, LONG));
        method("BulkOperations.change(BulkAction,TaskFilter,String,int,Duration)",
                with(BulkAction.DELETE, hidden, null, 1_000, LONG),
                with(BulkAction.ARCHIVE, TaskFilter.ALL, null, 1_000, LONG));
        method("BulkOperations.asRun(String)", with("run"));
        method("BulkOperations.where(Predicate)", with((Predicate<InspectedTask>) task -> true));
        method("BulkOperations.runAll(String,TaskState)", with(HIDDEN, TaskState.RETRY));
        method("BulkOperations.runGroup(String,String)", with(HIDDEN, StoredQueue.GROUP));
        method("BulkOperations.archiveAll(String,TaskState)", with(HIDDEN, TaskState.PENDING));
        method("BulkOperations.archiveGroup(String,String)", with(HIDDEN, StoredQueue.GROUP));
        method("BulkOperations.deleteAll(String,TaskState)", with(HIDDEN, TaskState.PENDING));
        method("BulkOperations.deleteGroup(String,String)", with(HIDDEN, StoredQueue.GROUP));
    }

    private void ofOtherRoles() {
        String entry = whole.periodic().entries().get(0).id();
        method("PeriodicEntries.entries()", with());
        method("PeriodicEntries.pause(String)", with(entry));
        method("PeriodicEntries.resume(String)", with(entry));
        method("PeriodicEntries.run(String)", with(entry));
        method("PeriodicEntries.schedulerEntries()", with());
        method("PeriodicEntries.enqueueEvents(String,int,int)", with(entry, 1, 10));
        method("ShardAdministration.counts()", with());
        method("ShardAdministration.add(String,int)", with(HIDDEN, 4));
        method("ShardAdministration.spreadKeys(String)", with(HIDDEN + "-empty"));
        method("ShardAdministration.clusterSlot(String)", with(HIDDEN));
        method("Batches.list(String,int)", with(HIDDEN, 10));
        method("Batches.get(String,String)", with(HIDDEN, HIDDEN));
        method("Batches.members(String,String,int)", with(HIDDEN, HIDDEN, 10));
        method("Batches.delete(String,String)", with(HIDDEN, HIDDEN));
        method("Batches.delete(String,String,Duration)", with(HIDDEN, HIDDEN, Duration.ofMinutes(1)));
        method("Health.findings()", with());
        method("Health.findingsOfRedis()", with());
        method("Health.findingsOf(Collection)", with(whole.queues().infos(List.of(HIDDEN))));
        method("Health.redisInfo()", with());
        method("Health.repair(String,boolean)", with(HIDDEN, true));
    }

    @Test
    void nothing_of_a_hidden_queue_is_shown_or_changed() throws Exception {
        List<UnaryOperator<Inspector>> scopes = List.of(all -> all.within(SEEN::equals),
                all -> all.logical().within(SEEN::equals), all -> all.within(SEEN::equals).logical(),
                all -> all.within(SEEN::equals).within(queue -> true));
        for (UnaryOperator<Inspector> scope : scopes) {
            for (Method method : Inspector.class.getMethods()) {
                if (method.getReturnType().isInterface() && method.getParameterCount() == 0
                        && method.getReturnType() != Inspector.class) {
                    checkRole(method, scope);
                }
            }
        }
        soft.assertAll();
    }

    /** A role, or a list that the inspector returns itself. */
    private void checkRole(Method role, UnaryOperator<Inspector> scope) throws Exception {
        if (role.getReturnType() == List.class) {
            assertThat(String.valueOf(role.invoke(scope.apply(whole)))).as("%s", role).doesNotContain(HIDDEN);
            assertThat(String.valueOf(role.invoke(whole))).as("%s", role).contains(HIDDEN);
            return;
        }
        for (Method method : role.getReturnType().getMethods()) {
            for (Object[] values : argumentsOf(method)) {
                check(method, values, role.invoke(whole), role.invoke(scope.apply(whole)));
            }
        }
    }

    private List<Object[]> argumentsOf(Method method) {
        String signature = method.getDeclaringClass().getSimpleName() + "." + method.getName()
                + Stream.of(method.getParameterTypes()).map(Class::getSimpleName)
                        .collect(Collectors.joining(",", "(", ")"));
        assertThat(arguments).as("%s has no arguments in this test: add some that concern queue \"%s\", "
                + "so that its scope is checked", signature, HIDDEN).containsKey(signature);
        return arguments.get(signature);
    }

    private void check(Method method, Object[] values, Object unlimited, Object limited) throws Exception {
        String call = method.getName() + Arrays.deepToString(values);
        stored.restore(jedis);
        Map<String, String> before = hidden();
        Object shown = call(method, limited, values);
        soft.assertThat(hidden()).as("Redis after %s", call).isEqualTo(before);
        if (shown instanceof BulkOperations some) {
            checkDerived(some);
            return;
        }
        boolean isNamed = Stream.of(values).anyMatch(value -> value instanceof String text && !text.startsWith(SEEN))
                || shown instanceof RuntimeException;
        if (isNamed && !method.getName().equals("find")) {
            // of a task that is to be cancelled only the ID is known, and whether it is unique
            boolean isState = method.getName().equals("cancel") && shown instanceof TaskStateException;
            soft.assertThat(isState || shown != null && REFUSALS.contains(shown.getClass()))
                    .as("%s is refused: %s", call, shown)
                    .isTrue();
        }
        soft.assertThat(String.valueOf(shown)).as(call).doesNotContain(HIDDEN);
        Object all = call(method, unlimited, values);
        soft.assertThat(all == null || !REFUSALS.contains(all.getClass()) && !(all instanceof IllegalArgumentException))
                .as("%s without a scope is not refused, as it would check nothing: %s", call, all).isTrue();
    }

    private void checkDerived(BulkOperations some) throws Exception {
        for (Method method : BulkOperations.class.getMethods()) {
            for (Object[] values : argumentsOf(method)) {
                if (method.getReturnType() != BulkOperations.class) {
                    stored.restore(jedis);
                    Map<String, String> before = hidden();
                    soft.assertThat(String.valueOf(call(method, some, values))).as(method.getName())
                            .doesNotContain(HIDDEN);
                    soft.assertThat(hidden()).as("Redis after %s", method).isEqualTo(before);
                }
            }
        }
    }

    /** Calls a method; returns its result or exception. */
    private static Object call(Method method, Object role, Object[] values) throws IllegalAccessException {
        try {
            return method.invoke(role, values);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    /** Returns the values of all keys, except keys of the visible queue. */
    private Map<String, String> hidden() {
        Set<String> keys = jedis.keys("*");
        Pipeline pipeline = jedis.pipelined();
        Map<String, Response<byte[]>> values = new TreeMap<>();
        keys.stream().filter(key -> !key.startsWith("asynq:{" + SEEN + "}"))
                .forEach(key -> values.put(key, pipeline.dump(key)));
        pipeline.sync();
        Map<String, String> texts = new TreeMap<>();
        values.forEach((key, value) -> texts.put(key, new String(value.get(), StandardCharsets.ISO_8859_1)));
        return texts;
    }
}
