package io.github.asynqee.internal.delivery;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.AggregationSet.Member;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.AggregateRefusedException;
import io.github.asynqee.worker.FailurePolicy;

/** One attempt at handling tasks of a group together: a staged set, which nobody else gets while it is kept staged. */
public final class GroupDelivery extends Delivery implements TaskGroup {

    private final AggregationSet set;
    private final FailurePolicy policy;
    private final GroupSettler settler;
    private volatile List<Member> members;
    private volatile Instant stagedUntil;
    private volatile boolean stagingLost;

    public GroupDelivery(AggregationSet set, FailurePolicy policy, long number, Instant takenAt, GroupSettler settler) {
        super(number, takenAt, Deadlines.ofWaiting(set.messages()));
        this.set = set;
        this.policy = policy;
        this.settler = settler;
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
        return Deadlines.effective(members(), settler.now());
    }

    /** Deletes the tasks, which are done. */
    @Override
    public CompletionStage<Void> succeed() {
        return settle(member -> new Outcome.Done());
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        if (claimOutcome()) {
            List<MemberSettlement> outcomes = members().stream().map(member -> settler.failure(this, member, error))
                    .toList();
            settler.failed(this, outcomes, error);
            settler.settle(this, outcomes, true);
        }
        return settled();
    }

    /** Puts the tasks back into their group, where they are due at once. */
    @Override
    public CompletionStage<Void> requeue() {
        return settle(member -> new Outcome.Requeue());
    }

    private CompletionStage<Void> settle(Function<TaskMessage, Outcome> outcome) {
        if (claimOutcome()) {
            settler.settle(this,
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
                member -> failedAlone(member.message(), errors.get(member.message())));
    }

    private MemberSettlement failedAlone(TaskMessage member, Throwable error) {
        MemberSettlement outcome = settler.failure(this, member, error);
        settler.failed(this, List.of(outcome), error);
        return outcome;
    }

    /** Says what becomes of some members; the others are handled without them. */
    public void settleAlone(Predicate<Member> which, Function<Member, MemberSettlement> settlement) {
        List<Member> alone;
        boolean last;
        synchronized (this) {
            alone = members.stream().filter(which).toList();
            if (alone.isEmpty() || isOutcomeClaimed()) {
                return;
            }
            members = members.stream().filter(which.negate()).toList();
            last = members.isEmpty() && claimOutcome();
        }
        settler.settle(this, alone.stream().map(settlement).toList(), last);
    }

    /**
     * Says that the tasks were turned into one: it is stored and they are deleted, both or neither. If it cannot be
     * stored because of its ID or its lock, the tasks have failed.
     *
     * @param aggregate the new task, of the same queue
     * @return completes when that is written; exceptionally with an {@link AggregateRefusedException} if the new task
     *         is refused, or with another exception if it is not stored because something else was said before, or the
     *         tasks are somebody else's now
     */
    public CompletionStage<Void> replaceWith(NewTask aggregate) {
        return settler.replaceWith(this, aggregate);
    }

    /**
     * Names these tasks in this constellation: they have the same name if they were put back, because their server
     * died, and are handled again.
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
    void onWritten() {
        settler.onWritten(this);
    }

    public FailurePolicy policy() {
        return policy;
    }

    public AggregationSet set() {
        return set;
    }

    public boolean hasMember(String taskId) {
        return members.stream().anyMatch(member -> member.message().id().equals(taskId));
    }

    /** Whether nobody else can have the tasks. */
    public boolean isStaged(Instant now) {
        return !stagingLost && now.isBefore(stagedUntil);
    }

    /** Keeps the tasks staged no more and writes nothing more of them: they will be put back and handled again. */
    public void stagingLost() {
        stagingLost = true;
        leaseLost();
    }

    public boolean isStagingLost() {
        return stagingLost;
    }

    public void stagedUntil(Instant until) {
        stagedUntil = until;
    }

    @Override
    public String toString() {
        return "GroupDelivery[" + members.size() + " tasks of group " + group() + " in queue " + queue() + "]";
    }
}
