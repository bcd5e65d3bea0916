package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Operations on staged sets that the Go library does not have, compared with its operations on single tasks and sets.
 */
class StagedMembersTest {

    private static final int SOME = 4;
    private static final Set<String> ENDS = Set.of("Done", "Retry", "Archive");

    private final RedisSpace redis = new RedisSpace(TestRedis.SINGLE);
    private final Peer peer = new Peer(TestRedis.SINGLE);
    private int replayed;

    @AfterEach
    void disconnect() {
        peer.close();
    }

    /** Calls for each step of some sequences that a test is about. */
    private void each(Predicate<Step> chosen, Consumer<Step> replay) {
        RecordedSequences.each(SOME, sequence -> {
            Space before = new Space();
            for (JsonNode recorded : sequence.get("steps")) {
                Step step = Step.of(recorded, before);
                if (chosen.test(step)) {
                    peer.setClock(step.clock());
                    replay.accept(step);
                }
                before = step.after();
            }
        });
    }

    private void assertLeft(Step step, Space expected) {
        replayed++;
        assertThat(Canonical.differences(expected, redis.read()).values()).as(step.op() + " " + step.args()).isEmpty();
    }

    // ---- settled one by one

    @Test
    @SomeDays(oneIn = 3)
    void a_member_ends_as_a_task_that_ran_alone() {
        each(step -> ENDS.contains(step.op()), this::settleAsMember);

        assertThat(replayed).isEqualTo(1097);
    }

    private void settleAsMember(Step step) {
        TaskMessage message = step.message();
        Names names = Names.of(message.queue());
        String id = Raw.of(message.id());
        Expected expected = new Expected(step);
        new Settling().expect(expected);
        String stored = step.before().hget(names.task(id), "msg");
        if (!expected.answer().equals(Settling.SETTLED) || !Raw.of(message.toBytes()).equals(stored)) {
            return;
        }
        Space staged = step.before().copy();
        String set = names.group("one:SET");
        staged.lrem(names.active(), id);
        staged.zrem(names.lease(), id);
        staged.hset(names.task(id), "state", "aggregating");
        staged.zadd(set, 1, id);
        staged.zadd(names.aggregationSets(), step.clock().getEpochSecond() + 60, set);
        redis.load(staged);

        AggregationSet read = peer.broker().groupCommands().read(message.queue(), Raw.text(set));
        Optional<List<Boolean>> settled = peer.broker().groupCommands().write(read,
                List.of(new MemberSettlement(message, Settling.outcome(step))));

        assertThat(settled).contains(List.of(true));
        assertLeft(step, expected.after());
    }

    // ---- replaced by one task

    @Test
    void an_aggregate_replaces_a_set_as_an_enqueue_and_the_deletion_of_the_set_do() {
        each(step -> step.op().equals("DeleteAggregationSet"), this::replace);

        assertThat(replayed).isEqualTo(78);
    }

    private void replace(Step step) {
        String queue = step.text("queue");
        Names names = Names.of(queue);
        String set = Grouping.setKey(step, step.text("set"));
        if (step.before().zscore(names.aggregationSets(), set) == null || !step.before().exists(set)) {
            return;
        }
        TaskMessage aggregate = TaskMessage.builder("all", "aggregate", queue).build();
        Expected expected = new Expected(step);
        keepNewerTasks(expected, names, set);
        step.before().zrange(set).forEach(id -> expectEnded(expected, names, id));
        expected.after().hset(names.task("aggregate"), "msg", Raw.of(aggregate.toBytes()));
        expected.after().hset(names.task("aggregate"), "state", "pending");
        expected.after().hset(names.task("aggregate"), "pending_since", Names.nanos(step.clock()));
        expected.after().lpush(names.pending(), "aggregate");
        redis.load(step.before());

        AggregationSet read = peer.broker().groupCommands().read(queue, Raw.text(set));
        Optional<StoreResult> stored = peer.broker().groupCommands().complete(read,
                new NewTask(aggregate, new NewTask.Placement.Pending(), null));

        assertThat(stored).contains(new StoreResult.Stored());
        assertLeft(step, expected.after());
    }

    /** The deletion of a set keeps tasks that were stored under the ID of a member since. */
    private static void keepNewerTasks(Expected expected, Names names, String set) {
        for (String id : expected.before().zrange(set)) {
            String hash = names.task(id);
            if (expected.before().hget(hash, "msg") != null
                    && !"aggregating".equals(expected.before().hget(hash, "state"))) {
                expected.after().put(hash, expected.before().value(hash));
            }
        }
    }

    /**
     * A member counts as processed and releases its lock, even if only its message names the lock, as with tasks of Go
     * producers.
     */
    private static void expectEnded(Expected expected, Names names, String id) {
        String message = expected.before().hget(names.task(id), "msg");
        if (message == null || !"aggregating".equals(expected.before().hget(names.task(id), "state"))) {
            return;
        }
        new Settled(expected).processed(names);
        String lock = Raw.of(Settled.parse(Raw.bytes(message)).getUniqueKey());
        if (id.equals(expected.after().get(lock))) {
            expected.after().del(lock);
        }
    }
}
