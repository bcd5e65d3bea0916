package io.github.asynqee.worker;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.asynqee.broker.AggregationSet;
import io.github.asynqee.broker.AggregationSet.Member;
import io.github.asynqee.broker.MemberSettlement;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.protocol.TaskMessage;

/** One attempt at handling tasks of a group together: a staged set, which nobody else gets while it is kept staged. */
public final class GroupDelivery extends Delivery implements TaskGroup {

    private final AggregationSet set;
    private final FailurePolicy policy;
    private final GroupWork work;
    private volatile List<Member> members;
    private volatile Instant stagedUntil;
    private volatile boolean givenUp;

    GroupDelivery(AggregationSet set, FailurePolicy policy, long number, Instant takenAt, GroupWork work) {
        super(number, takenAt, Deadlines.ofWaiting(set.messages()));
        this.set = set;
        this.policy = policy;
        this.work = work;
        this.members = set.members();
        this.stagedUntil = set.deadline();
    }

    @Override
    public String queue() {
        return set.queue();
    }

    @Override
    public String group() {
        return set.group();
    }

    @Override
    public List<TaskMessage> members() {
        return members.stream().map(Member::message).toList();
    }

    @Override
    Instant deadlineFromNow() {
        return Deadlines.effective(members(), work.now());
    }

    /** Deletes the tasks, which are done. */
    @Override
    public CompletionStage<Void> succeed() {
        return settle(member -> new Outcome.Done());
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        if (decide()) {
            work.settle(this, work.failures(this, error), true);
        }
        return settled();
    }

    /** Puts the tasks back into their group, where they are due at once. */
    @Override
    public CompletionStage<Void> giveBack() {
        return settle(member -> new Outcome.Requeue());
    }

    private CompletionStage<Void> settle(Function<TaskMessage, Outcome> outcome) {
        if (decide()) {
            work.settle(this,
                    members().stream().map(member -> new MemberSettlement(member, outcome.apply(member))).toList(),
                    true);
        }
        return settled();
    }

    /**
     * Lets members fail by themselves; the others are handled without them. Without members the delivery has ended.
     *
     * @param errors task to why it failed
     */
    public void failAlone(Map<TaskMessage, ? extends Throwable> errors) {
        settleAlone(member -> errors.containsKey(member.message()),
                member -> work.failure(this, member.message(), errors.get(member.message())));
    }

    /** Says what becomes of some members; the others are handled without them. */
    void settleAlone(Predicate<Member> which, Function<Member, MemberSettlement> settlement) {
        List<Member> alone;
        boolean last;
        synchronized (this) {
            alone = members.stream().filter(which).toList();
            if (alone.isEmpty() || isDecided()) {
                return;
            }
            members = members.stream().filter(which.negate()).toList();
            last = members.isEmpty() && decide();
        }
        work.settle(this, alone.stream().map(settlement).toList(), last);
    }

    /**
     * Says that the tasks were turned into one: it is stored and they are deleted, both or neither. If it cannot be stored
     * because of its ID or its lock, the tasks have failed.
     *
     * @param aggregate the new task, of the same queue
     * @return completes when that is written; exceptionally with an {@link AggregateRefusedException} if the new task is
     *         refused, or with another exception if it is not stored because something else was said before, or the tasks
     *         are somebody else's now
     */
    public CompletionStage<Void> turnInto(NewTask aggregate) {
        return work.turnInto(this, aggregate);
    }

    /**
     * Names these tasks in this constellation: they have the same name if they were put back, because their server died,
     * and are handled again.
     *
     * @return a UUID
     */
    public String fingerprint() {
        String constellation = members.stream()
                .map(member -> member.message().id() + "@" + member.joinedAt().getEpochSecond())
                .collect(Collectors.joining("\n", set.queue() + "\n" + set.group() + "\n", ""));
        return UUID.nameUUIDFromBytes(constellation.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Override
    public void whenReleased(Runnable callback) {
        settled().whenComplete((ok, error) -> callback.run());
    }

    @Override
    void forget() {
        work.forget(this);
    }

    FailurePolicy policy() {
        return policy;
    }

    AggregationSet set() {
        return set;
    }

    boolean hasMember(String taskId) {
        return members.stream().anyMatch(member -> member.message().id().equals(taskId));
    }

    /** Whether nobody else can have the tasks. */
    boolean isStaged(Instant now) {
        return !givenUp && now.isBefore(stagedUntil);
    }

    /** Keeps the tasks staged no more and writes nothing more of them: they will be put back and handled again. */
    void giveUp() {
        givenUp = true;
        abandon();
    }

    boolean isGivenUp() {
        return givenUp;
    }

    void keptUntil(Instant until) {
        stagedUntil = until;
    }

    @Override
    public String toString() {
        return "GroupDelivery[" + members.size() + " tasks of group " + group() + " in queue " + queue() + "]";
    }
}
