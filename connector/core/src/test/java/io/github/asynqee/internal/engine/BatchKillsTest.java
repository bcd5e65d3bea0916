package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Batch;
import io.github.asynqee.BatchEndedException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Listed;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies between any two steps at the end of a batch. The callbacks are stored, exactly once. */
class BatchKillsTest extends WorkerTest {

    private static final int STEPS = 20;
    private static final QueueKeys OTHER = QueueKeys.of("other");

    /** The process dies here. */
    private static final class Killed extends Error {

        private static final long serialVersionUID = 1L;
    }

    /** The operations of a process that dies at one of them: before it reaches Redis, or before its reply arrives. */
    private static BatchCommands dying(BatchCommands commands, int last, boolean afterwards) {
        int[] calls = { 0 };
        return (BatchCommands) Proxy.newProxyInstance(BatchCommands.class.getClassLoader(),
                new Class<?>[]{ BatchCommands.class }, (proxy, method, args) -> {
                    boolean dies = ++calls[0] >= last;
                    if (dies && (calls[0] > last || !afterwards)) {
                        throw new Killed();
                    }
                    try {
                        Object reply = method.invoke(commands, args);
                        if (dies) {
                            throw new Killed();
                        }
                        return reply;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void enqueueMembers(String id, Task<?> onSuccess) {
        client.batch(id).queue("batches").add(List.of(Task.of("member", "").id(id + "-1"), Task.of("member", "").id(
                id + "-2").queue("other"))).onSuccess(onSuccess)
                .onComplete(Task.of("callback", "").queue("other")).enqueue();
    }

    /** The members have been run by a worker that has left it there. */
    private void removeTasks(String id) {
        redis.del(DEFAULT.task(id + "-1"), OTHER.task(id + "-2"), DEFAULT.pending());
        redis.lrem(OTHER.pending(), 0, id + "-2");
    }

    private List<Ended> ended(BatchName batch) {
        List<Listed> open = broker.commands(BatchCommands.class).open(batch, "0", 10).members();
        return open.stream().map(member -> new Ended(member.place(), member.stamp(), Fate.ENDED)).toList();
    }

    private long copies(String id) {
        return Stream.of(DEFAULT, OTHER).flatMap(queue -> redis.lrange(queue.pending(), 0, -1).stream())
                .filter(id::equals).count();
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void each_callback_is_stored_once_if_the_process_that_ends_the_last_member_dies(boolean afterwards) {
        List<String> complete = new ArrayList<>();
        for (int step = 1; step <= STEPS; step++) {
            String id = "b" + step;
            BatchName batch = new BatchName("batches", id);
            enqueueMembers(id, Task.of("callback", "").queue("default"));
            removeTasks(id);
            BatchCommands dying = dying(broker.commands(BatchCommands.class), step, afterwards);
            try {
                new BatchSteps(dying, broker.clock()).store(batch, dying.end(batch, ended(batch)));
                complete.add(id);
            } catch (Killed e) {
                assertThat(copies(id + ":success")).as(id).isLessThanOrEqualTo(1);
            }
            repair(broker.commands(BatchCommands.class), "batches");
            repair(broker.commands(BatchCommands.class), "batches");

            assertThat(List.of(copies(id + ":success"), copies(id + ":complete"))).as(id).containsExactly(1L, 1L);
            assertThat(redis.exists(QueueKeys.of("batches").batches())).as(id).isFalse();
        }
        assertThat(complete).as("batches whose last step was reached").isNotEmpty().hasSizeLessThan(STEPS);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void each_callback_is_stored_once_if_the_process_that_repairs_the_batch_dies(boolean afterwards) {
        int reached = 0;
        for (int step = 1; step <= STEPS; step++) {
            String id = "b" + step;
            enqueueMembers(id, Task.of("callback", "").queue("default"));
            removeTasks(id);
            try {
                repair(dying(broker.commands(BatchCommands.class), step, afterwards), "batches");
                reached++;
            } catch (Killed e) {
                assertThat(e).isNotNull();
            }
            repair(broker.commands(BatchCommands.class), "batches");
            repair(broker.commands(BatchCommands.class), "batches");

            assertThat(List.of(copies(id + ":success"), copies(id + ":complete"))).as(id).containsExactly(1L, 1L);
            assertThat(redis.exists(QueueKeys.of("batches").batches())).as(id).isFalse();
        }
        assertThat(reached).as("repairs that came to their end").isPositive();
    }

    @Test
    void a_callback_that_was_stored_run_and_deleted_before_the_process_died_is_not_stored_again() {
        BatchName batch = new BatchName("batches", "b");
        enqueueMembers("b", Task.of("callback", "").queue("default"));
        removeTasks("b");
        BatchCommands commands = broker.commands(BatchCommands.class);
        List<String> due = commands.end(batch, ended(batch));
        assertThat(due).containsExactly("complete", "success");
        // end, then read and storeOnce of the first one
        try {
            new BatchSteps(dying(commands, 2, true), broker.clock()).store(batch, due);
        } catch (Killed e) {
            assertThat(copies("b:complete")).isEqualTo(1);
        }
        redis.del(OTHER.pending(), OTHER.task("b:complete"));

        repair(commands, "batches");

        assertThat(copies("b:complete")).isZero();
        assertThat(copies("b:success")).isEqualTo(1);
    }

    @Test
    void the_next_task_of_a_chain_is_stored_once_if_the_process_dies() {
        for (int step = 1; step <= STEPS; step++) {
            TestChain chain = new TestChain("c" + step);
            chain.enqueue();
            BatchCommands dying = dying(broker.commands(BatchCommands.class), step, step % 2 == 0);
            try {
                new BatchSteps(dying, broker.clock()).store(chain.batch(), dying.end(chain.batch(),
                        ended(chain.batch())));
            } catch (Killed e) {
                assertThat(copies(chain.second())).isLessThanOrEqualTo(1);
            }
            repair(broker.commands(BatchCommands.class), chain.batch().queue());

            assertThat(copies(chain.second())).as("step %s", step).isEqualTo(1);
            Place place = new Place("other", chain.second());
            assertThat(broker.commands(BatchCommands.class).open(chain.batch(), "0", 10).members()).singleElement()
                    .satisfies(member -> assertThat(member.place()).isEqualTo(place));
            assertThat(redis.exists(DEFAULT.task("c" + step), DEFAULT.completed())).as("the proof").isZero();
            redis.del(OTHER.pending(), OTHER.task(chain.second()), DEFAULT.batches());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void a_chain_whose_next_task_is_refused_ends_there_if_the_process_dies(boolean byRepair) {
        for (int step = 1; step <= STEPS; step++) {
            TestChain chain = new TestChain("c" + step);
            client.enqueue(Task.of("step", "").id(chain.second()).queue("other").processIn(Duration.ofHours(1)));
            chain.enqueue();
            BatchCommands dying = dying(broker.commands(BatchCommands.class), step, step % 2 == 0);
            try {
                if (byRepair) {
                    repair(dying, chain.batch().queue());
                } else {
                    new BatchSteps(dying, broker.clock()).store(chain.batch(), dying.end(chain.batch(),
                            ended(chain.batch())));
                }
            } catch (Killed e) {
                assertThat(e).isNotNull();
            }
            repair(broker.commands(BatchCommands.class), chain.batch().queue());
            repair(broker.commands(BatchCommands.class), chain.batch().queue());
            repair(broker.commands(BatchCommands.class), chain.batch().queue());

            assertThat(redis.hkeys(DEFAULT.batch(chain.batch().id()))).as("step %s", step)
                    .contains("refused:step-0").doesNotContain("ended");
            assertThat(redis.zcard(DEFAULT.batchFailed(chain.batch().id()))).as("step %s", step).isEqualTo(1);
            redis.del(DEFAULT.batches());
        }
    }

    @Test
    void a_unique_member_that_was_stored_before_its_sender_died_is_no_duplicate_of_itself() {
        Task<?> member = Task.of("member", "").id("m").unique(Duration.ofHours(1));
        Broker dying = replacing(broker, "commands",
                replacing(broker.commands(BatchCommands.class), "end", null, () -> {
                    throw new Killed();
                }), () -> {});
        DefaultAsynqClient first = closedLater(DefaultAsynqClient.of(dying));
        assertThatThrownBy(() -> first.batch("b").queue("batches").add(List.of(member)).enqueue())
                .isInstanceOf(Killed.class);
        assertThat(copies("m")).isEqualTo(1);

        client.batch("b").queue("batches").add(List.of(member)).enqueue();

        BatchName batch = new BatchName("batches", "b");
        assertThat(broker.commands(BatchCommands.class).open(batch, "0", 10).members()).singleElement()
                .satisfies(listed -> assertThat(listed.stored()).isTrue());
        assertThat(copies("m")).isEqualTo(1);
        assertThat(new String(broker.commands(BatchCommands.class).read(batch).get("added"), StandardCharsets.UTF_8))
                .isEqualTo("1");
    }

    @Test
    void a_batch_that_has_failed_can_be_enqueued_again_and_its_members_are_the_same() {
        AtomicInteger calls = new AtomicInteger();
        Broker failing = replacing(broker, "commands",
                replacing(broker.commands(BatchCommands.class), "seal", null, () -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new Killed();
                    }
                }), () -> {});
        DefaultAsynqClient failingOnce = closedLater(DefaultAsynqClient.of(failing));
        Batch batch = failingOnce.batch("b").add(List.of(Task.of("member", "1"), Task.of("member", "2")));
        assertThatThrownBy(batch::enqueue).isInstanceOf(Killed.class);

        batch.enqueue();

        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(2);
        assertThat(redis.hexists(DEFAULT.batch("b"), "sealed")).isTrue();
        batch.add(Stream.of(Task.of("member", "3")));
        batch.enqueue();
        assertThatThrownBy(batch::enqueue).isInstanceOf(IllegalStateException.class).hasMessageContaining("\"b\"",
                "stream");
    }

    /** What workers of Go leave: tasks that are gone, and nobody has told the batch. */
    private void removeMembers(String id, int count) {
        client.batch(id).queue("batches").add(IntStream.range(0, count)
                .mapToObj(i -> Task.of("member", "").id(id + "-" + i).queue("other")))
                .onSuccess(Task.of("callback", "").queue("default")).enqueue();
        IntStream.range(0, count).forEach(i -> redis.del(OTHER.task(id + "-" + i)));
        redis.del(OTHER.pending());
    }

    @Test
    void many_members_that_have_ended_are_found_at_once_and_none_is_passed_over() {
        removeMembers("b", 3_500);

        repair(broker.commands(BatchCommands.class), "batches");

        assertThat(redis.zcard(QueueKeys.of("batches").batchOpen("b"))).isZero();
        assertThat(copies("b:success")).isEqualTo(1);
    }

    @Test
    void of_very_many_batches_each_is_repaired_in_its_turn() {
        QueueKeys queue = QueueKeys.of("batches");
        for (int i = 0; i < 1_000; i++) {
            redis.hset(queue.batch("waiting" + i), "created", "1");
            redis.zadd(queue.batches(), i, "waiting" + i);
        }
        removeMembers("b", 1);
        BatchRepair repair = new BatchRepair(broker.commands(BatchCommands.class),
                new BatchSteps(broker.commands(BatchCommands.class), broker.clock()), broker.clock());

        repair.repair("batches");
        assertThat(copies("b:success")).isZero();
        redis.del(queue.batchRepair());
        repair.repair("batches");

        assertThat(copies("b:success")).isEqualTo(1);
        redis.del(queue.batchRepair());
        removeMembers("c", 1);
        redis.zadd(queue.batches(), -1, "c");
        repair.repair("batches");
        assertThat(copies("c:success")).as("the first one of the next round").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = { "add", "store", "seal" })
    void a_chain_whose_sender_dies_continues_if_its_first_task_is_stored_and_is_forgotten_if_not(String dies) {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        Runnable kill = () -> {
            throw new Killed();
        };
        Broker dying = dies.equals("store")
                ? replacing(broker, "producerCommands", replacing(broker.producerCommands(), dies, null, kill),
                        () -> {})
                : replacing(broker, "commands", replacing(broker.commands(BatchCommands.class), dies, null, kill),
                        () -> {});
        DefaultAsynqClient first = closedLater(DefaultAsynqClient.of(dying));
        assertThatThrownBy(() -> first.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b"))))
                .isInstanceOf(Killed.class);
        repair(broker.commands(BatchCommands.class), "default");
        if (redis.exists(DEFAULT.task("a"))) {
            succeed("a");
        }
        assertThat(redis.zcard(DEFAULT.batches())).isEqualTo(1);

        clock.advance(BatchCommands.ADDING.plusMillis(1));
        repair(broker.commands(BatchCommands.class), "default");
        repair(broker.commands(BatchCommands.class), "default");

        assertThat(copies("b")).isEqualTo(dies.equals("seal") ? 1 : 0);
        assertThat(redis.zcard(DEFAULT.batches())).isEqualTo(dies.equals("seal") ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = { "added", "sealed", "withdrawn" })
    void a_chain_is_given_up_only_if_its_first_task_is_no_member_at_that_moment(String meanwhile) {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        BatchCommands commands = broker.commands(BatchCommands.class);
        Broker pausing = replacing(broker, "commands", replacing(commands, "add", null, () -> {
            throw new Killed();
        }), () -> {});
        DefaultAsynqClient paused = closedLater(DefaultAsynqClient.of(pausing));
        assertThatThrownBy(() -> paused.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b"))))
                .isInstanceOf(Killed.class);
        BatchName chain = new BatchName("default", redis.zrange(DEFAULT.batches(), 0, -1).get(0));
        clock.advance(BatchCommands.ADDING.plusMillis(1));
        List<Place> first = List.of(new Place("default", "a"));
        if (meanwhile.equals("withdrawn")) {
            commands.add(chain, clock.millis(), first);
        }

        repair(replacing(commands, "continueChain", null, () -> {
            commands.add(chain, clock.millis(), first);
            Fate fate = meanwhile.equals("withdrawn") ? Fate.WITHDRAWN : Fate.STORED;
            if (!meanwhile.equals("added")) {
                commands.end(chain, List.of(new Ended(first.get(0), clock.millis(), fate)));
            }
            if (meanwhile.equals("sealed")) {
                commands.seal(chain);
            }
        }), "default");

        assertThat(redis.exists(DEFAULT.batch(chain.id()))).isEqualTo(!meanwhile.equals("withdrawn"));
        assertThat(redis.hexists(DEFAULT.batch(chain.id()), "sealed")).isEqualTo(meanwhile.equals("sealed"));
        assertThat(copies("b")).as("before the first one has ended").isZero();
    }

    @Test
    void a_damaged_batch_does_not_keep_others_from_being_repaired() {
        QueueKeys queue = QueueKeys.of("batches");
        redis.set(queue.batch("a"), "no hash");
        redis.zadd(queue.batches(), 1, "a");
        enqueueMembers("b", Task.of("callback", "").queue("default"));
        removeTasks("b");

        repair(broker.commands(BatchCommands.class), "batches");

        assertThat(copies("b:success")).isEqualTo(1);
    }

    @Test
    void a_sender_that_was_paused_before_it_stores_its_members_does_not_lose_them() throws Exception {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        Broker pausing = replacing(broker, "producerCommands",
                replacing(broker.producerCommands(), "store", null, () -> {
                    clock.advance(BatchCommands.ADDING.multipliedBy(2));
                    repair(broker.commands(BatchCommands.class), "batches");
                }), () -> {});
        DefaultAsynqClient paused = closedLater(DefaultAsynqClient.of(pausing));

        paused.batch("b").queue("batches").add(List.of(Task.of("member", "").id("m")))
                .onSuccess(Task.of("callback", "").queue("default"))
                .enqueue();

        assertThat(copies("m")).isEqualTo(1);
        assertThat(copies("b:success")).isZero();
        redis.del(DEFAULT.pending(), DEFAULT.task("m"));
        repair(broker.commands(BatchCommands.class), "batches");
        assertThat(copies("b:success")).isEqualTo(1);
    }

    @Test
    void a_sender_that_was_paused_learns_that_its_chain_was_given_up_meanwhile() {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        Broker pausing = replacing(broker, "producerCommands",
                replacing(broker.producerCommands(), "store", null, () -> {
                    clock.advance(BatchCommands.ADDING.plusMillis(1));
                    repair(broker.commands(BatchCommands.class), "default");
                }), () -> {});
        DefaultAsynqClient paused = closedLater(DefaultAsynqClient.of(pausing));

        assertThatThrownBy(
                () -> paused.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b"))))
                .isInstanceOf(BatchEndedException.class)
                .hasMessageContaining("was deleted while its members were stored");

        assertThat(redis.keys("asynq:{default}:batch-open*")).isEmpty();
    }

    @Test
    void a_sender_that_was_paused_learns_that_the_batch_it_added_to_has_completed_meanwhile() throws Exception {
        ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        closedLater(DefaultAsynqClient.of(broker)).batch("b").queue("batches")
                .add(List.of(Task.of("member", "").id("first").queue("other")))
                .onSuccess(Task.of("callback", "").queue("default")).enqueue();
        Broker pausing = replacing(broker, "producerCommands",
                replacing(broker.producerCommands(), "store", null, () -> {
                    redis.del(OTHER.pending(), OTHER.task("first"));
                    clock.advance(BatchCommands.ADDING.plusMillis(1));
                    repair(broker.commands(BatchCommands.class), "batches");
                }), () -> {});
        DefaultAsynqClient paused = closedLater(DefaultAsynqClient.of(pausing));

        assertThatThrownBy(() -> paused.batch("b").queue("batches").add(List.of(Task.of("member", "").id("late")))
                .enqueue()).isInstanceOf(BatchEndedException.class)
                .hasMessageContaining("batch b of queue \"batches\" has completed, or was deleted")
                .hasMessageContaining("took 60 s: 1 of them");

        assertThat(copies("b:success")).isEqualTo(1);
        assertThat(copies("late")).as("the task is stored, and runs").isEqualTo(1);
    }

    /** An object with another reply of a method, if that is not null, and something that is done before. */
    @SuppressWarnings("unchecked")
    private static <T> T replacing(T object, String name, Object reply, Runnable before) {
        return (T) Proxy.newProxyInstance(Broker.class.getClassLoader(), object.getClass().getInterfaces(),
                (proxy, method, args) -> {
                    boolean replaced = method.getName().equals(name);
                    if (replaced) {
                        before.run();
                    }
                    return replaced && reply != null && (args == null || args[0] == BatchCommands.class) ? reply
                            : method.invoke(object, args);
                });
    }

    private void repair(BatchCommands with, String queue) {
        redis.del(QueueKeys.of(queue).batchRepair());
        new BatchRepair(with, new BatchSteps(with, broker.clock()), broker.clock()).repair(queue);
    }

    /** A chain of two tasks whose first task has succeeded. */
    private final class TestChain {

        private final String id;
        private BatchName batch;

        TestChain(String id) {
            this.id = id;
        }

        void enqueue() {
            client.enqueueChain(Task.of("step", "").id(id).then(Task.of("step", "").id(second()).queue("other")));
            batch = new BatchName("default", redis.zrange(DEFAULT.batches(), 0, -1).get(0));
            succeed(id);
        }

        BatchName batch() {
            return batch;
        }

        String second() {
            return id + "-second";
        }
    }
}
