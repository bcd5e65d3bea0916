package io.github.asynqee.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.ShardedStore;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.AggregateRefusedException;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.DeadLetterQueue;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes of a group when Redis gives unusual answers. */
@Timeout(60)
class GroupCompleterTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final Broker broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock);
    private final List<TaskEvent> told = new ArrayList<>();
    private final TaskEvents events = new TaskEvents(told::add, clock);
    private final InFlight inFlight = new InFlight();
    private final Router router = new Router(List.of());
    private final DeadLetterSender deadLetters = new DeadLetterSender(broker, router::configOf);
    private final GroupProcessor work = new GroupProcessor(broker, WorkerConfig.builder().build(), router,
            List.of(), inFlight, deadLetters, events, AttemptRecorder.OFF);
    /** The operations that reached Redis. */
    private final List<String> calls = new ArrayList<>();
    private final Deque<Supplier<Object>> answers = new ArrayDeque<>();
    private final GroupDelivery delivery = delivery("set");

    private GroupDelivery delivery(String set) {
        return new GroupDelivery(
                new AggregationSet("default", "g", "asynq:{default}:g:g:" + set,
                        List.of(new AggregationSet.Member(message("t1"), T0, 0, "s")), List.of(), List.of(),
                        T0.plus(GroupCommands.AGGREGATION_TIMEOUT)),
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), new ChannelMetrics("c", () -> 0, () -> 0, () -> 0),
                1,
                clock, work);
    }

    private static GroupCommands groups(InvocationHandler answers) {
        return (GroupCommands) Proxy.newProxyInstance(GroupCommands.class.getClassLoader(),
                new Class<?>[]{ GroupCommands.class }, answers);
    }

    private static GroupResult aggregation(GroupDelivery delivery) {
        return GroupResult.of(delivery, new NewTask(message("all"), new NewTask.Placement.Pending(), null));
    }

    private static TaskMessage message(String id) {
        return TaskMessage.builder("email:welcome", id, "default").build();
    }

    @AfterEach
    void disconnect() {
        broker.close();
    }

    /** Writes a task the group was turned into, with these answers; returns when that has ended. */
    private GroupResult written(List<Supplier<Object>> given, GroupResult... before) throws InterruptedException {
        answers.addAll(given);
        inFlight.add(delivery);
        GroupCommands groups = groups((self, method, arguments) -> answers.remove().get());
        GroupCompleter completer = new GroupCompleter(groups, clock, deadLetters, events, work::failures);
        GroupResult write = aggregation(delivery);
        PeriodicThread thread = PeriodicThread.of("completer", Duration.ofMillis(1), Thread::new, completer);
        thread.start();
        List.of(before).forEach(completer::write);
        completer.write(write);
        write.written().handle((ok, error) -> null).join();
        thread.stop(Duration.ofSeconds(20));
        assertThat(inFlight.isEmpty()).isTrue();
        assertThat(answers).isEmpty();
        return write;
    }

    private static Supplier<Object> fails(RuntimeException error) {
        return () -> {
            throw error;
        };
    }

    @Test
    void an_outcome_that_comes_after_the_end_fails() {
        GroupCompleter completer = new GroupCompleter(groups((self, method, arguments) -> answers.remove().get()),
                clock,
                deadLetters, events, work::failures);
        GroupResult late = aggregation(delivery);
        completer.end();

        completer.write(late);

        assertThat(late.written()).isCompletedExceptionally();
    }

    @Test
    void a_set_that_is_gone_after_a_lost_answer_was_written_by_that_call() throws Exception {
        GroupResult write = written(
                List.of(fails(new AmbiguousResultException("no answer", null)), Optional::empty));

        assertThat(write.written()).isCompleted();
        assertThat(delivery.isDone()).isTrue();
    }

    /** The outcome of a member that is archived, whose dead letter cannot be stored. */
    private GroupResult archived(DeadLetterSender sender, GroupCompleter completer) {
        inFlight.add(delivery);
        GroupResult write = GroupResult.of(delivery,
                List.of(new MemberSettlement(message("t1"), new Outcome.Archive("boom"))), true);
        completer.write(write);
        sender.runOnce();
        return write;
    }

    private DeadLetterSender unreachable() {
        ProducerCommands producer = (ProducerCommands) Proxy.newProxyInstance(ProducerCommands.class.getClassLoader(),
                new Class<?>[]{ ProducerCommands.class }, (self, method, arguments) -> List
                        .of(new StoreResult.Failed(new BrokerUnavailableException("not sent", null))));
        Channel channel = new Channel(new ChannelConfig("c", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))).withDeadLetters(new DeadLetterQueue("dead", null)));
        return new DeadLetterSender(new ShardedStore(producer, KnownShards.NONE), clock,
                new Router(List.of(channel))::configOf,
                System::nanoTime);
    }

    private GroupCompleter completer(DeadLetterSender sender) {
        GroupCommands recording = groups((self, method, arguments) -> {
            calls.add(method.getName());
            return Optional.empty();
        });
        return new GroupCompleter(recording, clock, sender, events, work::failures);
    }

    @Test
    void members_are_not_archived_without_their_dead_letters() {
        DeadLetterSender sender = unreachable();
        GroupCompleter completer = completer(sender);
        GroupResult write = archived(sender, completer);
        completer.runOnce();
        assertThat(write.written()).isNotDone();

        clock.advance(GroupCommands.AGGREGATION_TIMEOUT);
        sender.runOnce();
        completer.runOnce();

        assertThat(write.written()).isCompletedExceptionally();
        assertThat(delivery.isStagingLost()).isTrue();
        assertThat(calls).isEmpty();
    }

    @Test
    @Timeout(20)
    void the_end_does_not_wait_for_dead_letters_forever() {
        DeadLetterSender sender = unreachable();
        GroupCompleter completer = completer(sender);
        GroupResult write = archived(sender, completer);

        completer.end();

        assertThat(write.written()).isCompletedExceptionally();
        assertThat(calls).isEmpty();
    }

    @Test
    void a_set_that_is_gone_otherwise_was_requeued() throws Exception {
        GroupResult write = written(
                List.of(fails(new BrokerUnavailableException("not sent", null)), Optional::empty));

        assertThat(write.written()).isCompletedExceptionally();
        assertThat(delivery.isDone()).as("its handler would run the tasks twice").isFalse();
    }

    @Test
    void an_outcome_is_dropped_when_the_stage_may_be_lost() throws Exception {
        clock.advance(GroupCommands.AGGREGATION_TIMEOUT);

        GroupResult write = written(List.of(fails(new BrokerUnavailableException("not sent", null))));

        assertThat(write.written()).isCompletedExceptionally();
    }

    @Test
    void a_defect_ends_only_what_it_concerns() throws Exception {
        GroupResult write = written(List.of(fails(new IllegalStateException("a defect"))));

        assertThat(write.written()).isCompletedExceptionally();
    }

    @Test
    void a_refused_task_stays_refused_though_the_answer_to_what_follows_was_lost() throws Exception {
        GroupResult write = written(List.of(() -> Optional.of(new StoreResult.IdTaken()),
                fails(new AmbiguousResultException("no answer", null)), Optional::empty));

        assertThat(write.written()).isCompletedExceptionally();
        assertThat(write.written().handle((ok, error) -> error).join()).isInstanceOf(AggregateRefusedException.class);
        assertThat(told).as("told once").singleElement().isInstanceOf(TaskFailed.class);
    }

    @Test
    void a_set_that_cannot_be_written_keeps_no_other_waiting() throws Exception {
        GroupCommands groups = groups((self, method, arguments) -> {
            if (((AggregationSet) arguments[0]).key().endsWith("lucky")) {
                return Optional.of(new StoreResult.Stored());
            }
            throw new BrokerUnavailableException("its shard cannot be reached", null);
        });
        GroupCompleter completer = new GroupCompleter(groups, clock, deadLetters, events, work::failures);
        PeriodicThread thread = PeriodicThread.of("completer", Duration.ofMillis(1), Thread::new, completer);
        thread.start();
        GroupResult waiting = aggregation(delivery);
        GroupResult lucky = aggregation(delivery("lucky"));

        completer.write(waiting);
        completer.write(lucky);

        assertThat(lucky.written()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(waiting.written()).isNotDone();
        thread.stop(Duration.ofSeconds(20));
        assertThat(waiting.written()).isCompletedExceptionally();
    }

    @Test
    void nothing_replaces_members_whose_own_outcome_was_given_up() throws Exception {
        for (int i = 0; i < 6; i++) {
            answers.add(fails(new BrokerException("refused permanently", null)));
        }
        GroupResult alone = GroupResult.of(delivery,
                List.of(new MemberSettlement(message("t0"), new Outcome.Archive("boom"))), false);

        GroupResult write = written(List.of(), alone);

        assertThat(alone.written()).isCompletedExceptionally();
        assertThat(write.written().handle((ok, error) -> error).join()).hasMessageContaining("abandoned");
        assertThat(delivery.isStaged(T0)).isFalse();
    }

    @Test
    void a_group_that_has_failed_or_lost_its_stage_is_not_done() {
        delivery.abandon();
        GroupDelivery failed = delivery("failed");
        failed.claim();
        failed.confirm(false);

        assertThat(delivery.isDone()).isFalse();
        assertThat(failed.isDone()).isFalse();
    }
}
