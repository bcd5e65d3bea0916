package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.github.asynqee.Batch;
import io.github.asynqee.BatchEndedException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskContext;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Listed;
import io.github.asynqee.internal.feature.batch.BatchRepair;
import io.github.asynqee.internal.feature.batch.BatchSteps;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Producers and repairs of a batch that pause between two calls. The batch waits for a member whose task is stored;
 * otherwise its producer gets an error.
 */
class BatchPausesTest extends WorkerTest {

    private static final QueueKeys BATCHES = QueueKeys.of("batches");
    private static final QueueKeys OTHER = QueueKeys.of("other");
    private static final Duration LONG = BatchCommands.ADDING.plusMillis(1);

    private final ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");

    @BeforeEach
    void setClock() {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock));
        client = closedLater(DefaultAsynqClient.of(broker));
    }

    /** A process that is paused before a call of Redis, or behind it. */
    private final class Paused {

        private final Semaphore reached = new Semaphore(0);
        private final Semaphore resumed = new Semaphore(0);
        private final Future<?> end;
        private volatile String pauseAt;

        /** @param at the name of the method before which it is paused, or "after " and the name */
        Paused(String at, Consumer<Broker> action) {
            pauseAt = at;
            end = pool.submit(() -> action.accept(pausing(Broker.class, broker)));
            await();
        }

        private <T> T pausing(Class<T> type, Object object) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), object.getClass().getInterfaces(),
                    (proxy, method, args) -> {
                        pause(method.getName());
                        Object reply;
                        try {
                            reply = method.invoke(object, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                        pause("after " + method.getName());
                        return reply instanceof BatchCommands ? pausing(BatchCommands.class, reply)
                                : reply instanceof ProducerCommands ? pausing(ProducerCommands.class, reply)
                                        : reply;
                    }));
        }

        private void pause(String at) throws InterruptedException {
            if (at.equals(pauseAt)) {
                pauseAt = null;
                reached.release();
                resumed.acquire();
            }
        }

        private void await() {
            try {
                assertThat(reached.tryAcquire(20, TimeUnit.SECONDS)).as("comes to %s", pauseAt).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Continues until its next pause. */
        void until(String at) {
            pauseAt = at;
            resumed.release();
            await();
        }

        /** Continues to its end, which throws what that throws. */
        void finish() {
            resumed.release();
            try {
                end.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw new AssertionError(e);
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError(e);
            }
        }
    }

    private Paused sender(String at, Consumer<DefaultAsynqClient> sends) {
        return new Paused(at, on -> {
            try (DefaultAsynqClient sender = DefaultAsynqClient.of(on)) {
                sends.accept(sender);
            }
        });
    }

    private Paused senderOfLate(String at) {
        return sender(at, on -> on.batch("b").queue("batches").add(List.of(Task.of("member", "").id("late")))
                .enqueue());
    }

    private Paused repairs(String at, String queue) {
        redis.del(QueueKeys.of(queue).batchRepair());
        return new Paused(at, on -> repair(on, queue));
    }

    private void repair(String queue) {
        redis.del(QueueKeys.of(queue).batchRepair());
        repair(broker, queue);
    }

    private void repair(Broker on, String queue) {
        new BatchRepair(on.commands(BatchCommands.class), new BatchSteps(on.commands(BatchCommands.class), clock),
                clock).repair(queue);
    }

    private void enqueueFirst() {
        client.batch("b").queue("batches").add(List.of(Task.of("member", "").id("first").queue("other")))
                .onSuccess(Task.of("callback", "").queue("other")).enqueue();
    }

    private void firstEnds() {
        redis.del(OTHER.pending(), OTHER.task("first"));
        repair("batches");
    }

    private boolean isSuccessStored() {
        return redis.exists(OTHER.task("b:success"));
    }

    /** @param at where the sender is when the repair continues, which has not found the task of its member */
    @ParameterizedTest
    @ValueSource(strings = { "addStored", "end", "nowhere" })
    void a_member_that_is_stored_after_the_repair_has_looked_at_it_is_waited_for(String at) {
        enqueueFirst();
        Paused sender = senderOfLate("store");
        clock.advance(LONG);
        Paused repair = repairs("end", "batches");

        if (at.equals("nowhere")) {
            sender.finish();
            repair.finish();
        } else {
            sender.until(at);
            repair.finish();
            sender.finish();
        }
        firstEnds();

        assertThat(isSuccessStored()).as("while the member is pending").isFalse();
        redis.del(DEFAULT.pending(), DEFAULT.task("late"));
        repair("batches");
        assertThat(isSuccessStored()).isTrue();
        assertThat(redis.hget(BATCHES.batch("b"), "added")).isEqualTo("2");
    }

    @Test
    void a_repair_that_is_paused_does_not_take_a_member_for_older_than_it_was_when_it_was_listed() {
        enqueueFirst();
        Paused sender = senderOfLate("store");
        Paused repair = repairs("after look", "batches");
        // in time: it does not add its member again
        sender.until("end");
        clock.advance(LONG);

        repair.finish();
        sender.finish();
        firstEnds();

        assertThat(isSuccessStored()).as("while the member is pending").isFalse();
    }

    @Test
    void a_sender_whose_member_was_stored_before_is_told_that_the_batch_has_completed_meanwhile() {
        enqueueFirst();
        senderOfLate("end");
        clock.advance(Duration.ofMillis(1));
        Paused again = senderOfLate("message");
        clock.advance(LONG);
        firstEnds();
        assertThat(isSuccessStored()).isTrue();

        assertThatThrownBy(again::finish).isInstanceOf(BatchEndedException.class)
                .hasMessageContaining("batch b of queue \"batches\" has completed, or was deleted")
                .hasMessageContaining("1 of them are stored and run");
    }

    @Test
    void a_member_that_was_stored_before_is_waited_for_after_a_repair_that_was_paused() {
        enqueueFirst();
        Paused first = senderOfLate("store");
        clock.advance(LONG);
        Paused repair = repairs("end", "batches");
        first.until("after store");
        Paused again = senderOfLate("end");

        repair.finish();
        again.finish();
        firstEnds();

        assertThat(isSuccessStored()).as("while the member is pending").isFalse();
    }

    /** A member of the batch, whose handler stores a batch within it. */
    private static TaskContext member() {
        Map<String, String> headers = Map.of(Batch.ID_HEADER, "b", Batch.QUEUE_HEADER, "batches");
        return (TaskContext) Proxy.newProxyInstance(TaskContext.class.getClassLoader(),
                new Class<?>[]{ TaskContext.class },
                (proxy, method, args) -> method.getName().equals("headers") ? headers : "first");
    }

    private Paused senderOfInner(String at) {
        return sender(at, on -> on.batch("inner").queue("default").within(member())
                .add(List.of(Task.of("member", "").id("i"))).enqueue());
    }

    @Test
    void a_batch_is_not_opened_within_one_that_has_completed_meanwhile() {
        enqueueFirst();
        Paused sender = senderOfInner("open");
        clock.advance(LONG);
        firstEnds();
        assertThat(isSuccessStored()).isTrue();

        assertThatThrownBy(sender::finish).isInstanceOf(BatchEndedException.class)
                .hasMessage("batch b of queue \"batches\" has completed and takes no members");

        assertThat(redis.keys("asynq:{default}:*")).as("of the inner one").noneMatch(key -> key.contains("inner"))
                .doesNotContain(DEFAULT.batches(), DEFAULT.pending());
    }

    @ParameterizedTest
    @ValueSource(strings = { "end", "nowhere" })
    void a_batch_that_is_opened_after_the_repair_has_looked_at_it_is_waited_for(String at) {
        enqueueFirst();
        Paused sender = senderOfInner("open");
        clock.advance(LONG);
        Paused repair = repairs("end", "batches");

        if (at.equals("end")) {
            sender.until(at);
            repair.finish();
            sender.finish();
        } else {
            sender.finish();
            repair.finish();
        }
        firstEnds();

        assertThat(isSuccessStored()).as("while the inner one is open").isFalse();
    }

    @Test
    void a_chain_whose_sender_continues_while_it_is_given_up_is_kept() {
        Paused sender = sender("store",
                on -> on.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b"))));
        clock.advance(LONG);
        Paused repair = repairs("continueChain", "default");

        sender.finish();
        repair.finish();
        succeed("a");
        repair("default");

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("b");
    }

    @Test
    void nothing_follows_the_first_task_of_a_chain_that_is_deleted_while_its_sender_is_paused() {
        Paused sender = sender("end",
                on -> on.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b"))));
        redis.del(DEFAULT.pending(), DEFAULT.task("a"));
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchName chain = new BatchName("default", redis.zrange(DEFAULT.batches(), 0, -1).get(0));
        Listed first = commands.open(chain, "0", 1).members().get(0);
        // the repair, which dies before it gives the chain up
        commands.end(chain, List.of(new Ended(first.place(), first.stamp(), Fate.WITHDRAWN)));

        sender.finish();

        assertThat(redis.exists(DEFAULT.task("b"))).isFalse();
        assertThat(redis.hgetAll(DEFAULT.batch(chain.id()))).containsEntry("refused", "step-0")
                .doesNotContainKey("ended");
    }

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void a_chain_that_was_deleted_ends_though_its_next_task_is_never_stored(boolean isRefused) {
        client.enqueueChain(Task.of("step", "").id("a").then(Task.of("step", "").id("b")));
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchName chain = new BatchName("default", redis.zrange(DEFAULT.batches(), 0, -1).get(0));
        Listed first = commands.open(chain, "0", 1).members().get(0);
        redis.del(DEFAULT.pending(), DEFAULT.task("a"));
        commands.end(chain, List.of(new Ended(first.place(), first.stamp(), Fate.ENDED)));
        Listed next = commands.open(chain, "0", 1).members().get(0);
        commands.cancel(chain);
        if (isRefused) {
            commands.stored(chain, "step-0", "another task has its ID");
            commands.end(chain, List.of(new Ended(next.place(), next.stamp(), Fate.FAILED)));
        }

        clock.advance(BatchCommands.STORED_AFTERWARDS);
        repair("default");
        assertThat(commands.sizes(chain)).as("who has read that it is due may store it").contains(1);
        clock.advance(Duration.ofMillis(1));
        repair("default");

        assertThat(commands.sizes(chain)).containsOnly(0);
        assertThat(redis.ttl(DEFAULT.batch(chain.id()))).as("is forgotten").isPositive();
    }
}
