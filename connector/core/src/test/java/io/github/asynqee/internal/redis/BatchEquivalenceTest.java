package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch has the same effect on the key space as the equivalent single calls. */
class BatchEquivalenceTest extends BrokerTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int TRIES = 20;

    @Test
    void of_storing() {
        List<NewTask> tasks = new ArrayList<>();
        for (String queue : TestRedis.queues().toList()) {
            tasks.add(Tasks.pending(queue, "p1"));
            tasks.add(Tasks.unique(queue, "u1", "subject"));
            tasks.add(Tasks.pending(queue, "p1"));
            tasks.add(Tasks.unique(queue, "u2", "subject"));
            tasks.add(Tasks.unique(queue, "p1", "other"));
            tasks.add(Tasks.unique(queue, "u3", "other"));
            tasks.add(Tasks.scheduled(queue, "s1", T0.plusSeconds(90)));
            tasks.add(Tasks.unique(queue, "s2", "later", new Placement.Scheduled(T0.plusSeconds(9)), HOUR));
            tasks.add(Tasks.unique(queue, "s3", "later", new Placement.Scheduled(T0.plusSeconds(8)), HOUR));
            tasks.add(Tasks.scheduled(queue, "p1", T0.plusSeconds(90)));
            tasks.add(Tasks.grouped(queue, "g1", "a"));
            tasks.add(Tasks.grouped(queue, "g2", "a"));
            tasks.add(Tasks.grouped(queue, "g3", "b"));
            tasks.add(Tasks.grouped(queue, "g1", "b"));
            tasks.add(Tasks.unique(queue, "g4", "subject", new Placement.InGroup(), HOUR));
            tasks.add(Tasks.unique(queue, "g5", "fresh", new Placement.InGroup(), HOUR));
            tasks.add(Tasks.unique(queue, "g1", "fresher", new Placement.InGroup(), HOUR));
            tasks.add(Tasks.pending(queue, "p2"));
            for (int i = 0; i < 10; i++) {
                tasks.add(Tasks.grouped(queue, "many-" + i, "many"));
            }
        }

        assertSame(dump(), tasks, all -> broker.producerCommands().store(all));
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 3, 6, 10 })
    void of_dequeuing(int max) {
        for (int i = 1; i <= 4; i++) {
            store(Tasks.pending("default", "t" + i));
        }
        redis.at(DEFAULT.pending()).lpush(DEFAULT.pending(), "ghost");
        pendingHash("broken", new byte[]{ (byte) 0xff });
        store(Tasks.unique("default", "t5", "subject"));
        KeySpace before = dump();

        Effect<List<String>> singles = effect(before, () -> IntStream.range(0, max)
                .mapToObj(i -> broker.workerCommands().dequeue("default", 1))
                .flatMap(one -> ids(one).stream()).sorted().toList());
        Effect<List<String>> batch = effect(before, () -> ids(broker.workerCommands().dequeue("default", max)));

        batch.assertSameAs(singles);
    }

    private static List<String> ids(DequeuedTasks found) {
        return Stream.of(found.leases().stream().map(Lease::id), found.unusable().stream().map(u -> u.lease().id()),
                found.vanished().stream()).flatMap(ids -> ids).sorted().toList();
    }

    static Stream<List<Outcome>> settlements() {
        return Stream.concat(outcomes().map(List::of), Stream.of(outcomes().toList()));
    }

    @ParameterizedTest
    @MethodSource("settlements")
    void of_settling(List<Outcome> outcomes) {
        List<Lease> leases = severalLeases();
        // one is leased by another worker, one is missing in the active list, one has no lease
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_099, "default-3");
        redis.at(DEFAULT.active()).lrem(DEFAULT.active(), 0, "default-4");
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "default-5");

        List<Settlement> settlements = IntStream.range(0, leases.size())
                .mapToObj(i -> new Settlement(leases.get(i), outcomes.get(i % outcomes.size()))).toList();

        assertSame(dump(), settlements, all -> broker.workerCommands().write(all));
    }

    @ParameterizedTest
    @MethodSource("settlements")
    @SomeDays(oneIn = 3)
    void of_settling_where_the_counters_wrap(List<Outcome> outcomes) {
        for (long room : new long[]{ 1, 2, 512, 513, 514, 518, 519, 520 }) {
            assertSameWithTotals(outcomes.get(0), Long.toString(Long.MAX_VALUE - room), "77");
        }
    }

    @ParameterizedTest
    @MethodSource("settlements")
    void of_settling_where_a_counter_cannot_be_incremented(List<Outcome> outcomes) {
        assertSameWithTotals(outcomes.get(0), "many", "77");
        assertSameWithTotals(outcomes.get(0), "77", "many");
        assertSameWithTotals(outcomes.get(0), "77", Long.toString(Long.MAX_VALUE - 3));
    }

    private void assertSameWithTotals(Outcome outcome, String processed, String failed) {
        redis.clear();
        List<Lease> leases = severalLeases();
        redis.at(DEFAULT.processed()).set(DEFAULT.processed(), processed);
        redis.at(DEFAULT.failed()).set(DEFAULT.failed(), failed);

        assertSame(dump(), leases.stream().map(lease -> new Settlement(lease, outcome)).toList(),
                all -> broker.workerCommands().write(all));
    }

    @ParameterizedTest
    @MethodSource("settlements")
    void of_settling_many_tasks_that_are_kept(List<Outcome> outcomes) {
        List<Lease> leases = active(IntStream.range(0, 12).mapToObj(i -> Tasks.retained("default", "t" + i, HOUR))
                .toArray(NewTask[]::new));

        assertSame(dump(), leases.stream().map(lease -> new Settlement(lease, outcomes.get(0))).toList(),
                all -> broker.workerCommands().write(all));
    }

    /** Eight tasks in each queue, some of them unique or retained; other tasks hold some of the locks. */
    private List<Lease> severalLeases() {
        List<NewTask> tasks = new ArrayList<>();
        for (String queue : TestRedis.queues().toList()) {
            for (int i = 1; i <= 8; i++) {
                String id = queue + "-" + i;
                tasks.add(i % 3 == 0 ? Tasks.unique(queue, id, id)
                        : i % 3 == 1 ? Tasks.pending(queue, id) : Tasks.retained(queue, id, HOUR));
            }
        }
        List<Lease> leases = active(tasks.toArray(NewTask[]::new));
        String lock = Tasks.lock("low", "low-6");
        redis.at(lock).set(lock, "another-owner");
        return leases;
    }

    @Test
    void of_extending() {
        List<Lease> leases = severalLeases();
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 2_000_000_099, "default-3");
        redis.at(DEFAULT.lease()).zrem(DEFAULT.lease(), "default-5");
        KeySpace before = dump();
        clock.advance(Duration.ofSeconds(5));

        Effect<List<String>> singles = effect(before, () -> copies(leases).stream()
                .flatMap(lease -> broker.workerCommands().extend(List.of(lease)).stream()).map(Lease::id).toList());
        Effect<List<String>> batch = effect(before,
                () -> broker.workerCommands().extend(copies(leases)).stream().map(Lease::id).toList());

        batch.assertSameAs(singles);
        assertThat(batch.answer()).containsExactly("default-3", "default-5");
    }

    private static List<Lease> copies(List<Lease> leases) {
        return leases.stream().map(lease -> new Lease(lease.message(), lease.expiresAt().getEpochSecond())).toList();
    }

    private <T, R> void assertSame(KeySpace before, List<T> items, Function<List<T>, List<R>> call) {
        Effect<List<R>> singles = effect(before,
                () -> items.stream().flatMap(item -> call.apply(List.of(item)).stream()).toList());
        Effect<List<R>> batch = effect(before, () -> {
            reconnect();
            return call.apply(items);
        });

        batch.assertSameAs(singles);
    }

    /** The answers of calls, and the contents of Redis afterwards. */
    private record Effect<R>(R answer, KeySpace after) {

        void assertSameAs(Effect<R> other) {
            assertThat(answer).isEqualTo(other.answer);
            after.assertSameAs(other.after);
        }
    }

    /** Lifetimes are compared in seconds: calls during which a second passes are made again. */
    private <R> Effect<R> effect(KeySpace before, Supplier<R> calls) {
        for (int i = 0; i < TRIES; i++) {
            redis.clear();
            long begin = System.nanoTime();
            before.load(redis);
            Effect<R> effect = new Effect<>(calls.get(), dump());
            if (System.nanoTime() - begin < SECOND.toNanos()) {
                return effect;
            }
        }
        throw new AssertionError("each of " + TRIES + " tries has taken longer than a second");
    }

    /** A producer that has not registered the queues yet. */
    private void reconnect() {
        broker.close();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
    }
}
