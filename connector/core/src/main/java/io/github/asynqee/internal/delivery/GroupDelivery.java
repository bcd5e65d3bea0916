package io.github.asynqee.internal.delivery;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
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
import io.github.asynqee.internal.metrics.AttemptMetrics;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.OutcomeKind;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.worker.AggregateRefusedException;
import io.github.asynqee.worker.FailurePolicy;

/**
 * One attempt to handle tasks of a group together: a staged set, which no other worker receives while its stage is
 * extended.
 */
public final class GroupDelivery extends Delivery {

    private static final Logger LOG = System.getLogger(GroupDelivery.class.getName());

    private final AggregationSet set;
    private final FailurePolicy policy;
    private final Settler settler;
    private final AttemptMetrics attempts;
    private volatile List<Member> members;
    private volatile Instant stagedUntil;
    private volatile boolean stagingLost;
    private volatile boolean done;
    /** The chosen outcome of all members; {@code null} if their outcomes differ, or one task replaces the members. */
    private volatile OutcomeKind kind;
    /** Each member whose outcome is not written, to the metrics that count it. */
    private final Map<TaskMessage, ChannelMetrics.OfType> unwritten = new IdentityHashMap<>();

    /** Receives the outcomes of a group's members. */
    public interface Settler {

        /** The attempt starts; the handler is called next. */
        void started(GroupDelivery delivery);

        /** The outcome of a member that failed, by the failure policy of the group's channel. */
        MemberSettlement failure(GroupDelivery delivery, TaskMessage member, Throwable error);

        /** Members failed with this error, and {@link #settle} is called with these outcomes. */
        void failed(GroupDelivery delivery, List<MemberSettlement> outcomes, Throwable error);

        /**
         * Writes outcomes of members.
         *
         * @param last whether no others follow; {@link #confirm(boolean)} is called when they are written
         */
        void settle(GroupDelivery delivery, List<MemberSettlement> settlements, boolean last);

        /** Stores one task in place of all members, in one step; see {@link GroupDelivery#replaceWith}. */
        CompletionStage<Void> replaceWith(GroupDelivery delivery, NewTask aggregate);

        /** The delivery has ended. */
        void confirmed(GroupDelivery delivery);
    }

    /**
     * @param policy the outcome of members that fail
     * @param counts the metrics that count the members
     * @param settler settles the outcomes
     */
    public GroupDelivery(AggregationSet set, FailurePolicy policy, ChannelMetrics counts, long number, Clock clock,
            Settler settler) {
        super(number, clock, latestEnd(set.messages()));
        this.set = set;
        this.policy = policy;
        this.settler = settler;
        this.attempts = counts.attempts();
        this.members = set.members();
        this.stagedUntil = set.deadline();
        synchronized (unwritten) {
            members().forEach(member -> unwritten.put(member, counts.consumed(queue(), member.type())));
        }
    }

    /** The outcome of a member is written. */
    public void confirm(TaskMessage member, Outcome outcome) {
        synchronized (unwritten) {
            ChannelMetrics.OfType metrics = unwritten.remove(member);
            if (metrics != null) {
                metrics.ended(outcome.kind());
                if (outcome.isCounted()) {
                    metrics.counted(outcome.isFailure());
                }
                FailureOutcomes.countWritten(member, outcome, attempts);
            }
        }
    }

    /**
     * The outcomes of all members are written, or can no longer be written.
     *
     * @param allDone whether it is written that all of them have succeeded
     */
    public void confirm(boolean allDone) {
        done = allDone;
        confirm();
    }

    @Override
    OutcomeKind outcome() {
        boolean lost = stagingLost || kind == OutcomeKind.DONE && !done;
        return lost ? OutcomeKind.LOST : done ? OutcomeKind.DONE : kind;
    }

    /** False if the tasks have failed or were requeued to their group. */
    @Override
    public boolean isDone() {
        return done && !stagingLost;
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

    /** The longest timeout of its members, but at most their earliest deadline. */
    @Override
    Instant deadlineFrom(Instant begun) {
        List<TaskMessage> messages = members();
        Instant longest = messages.stream().map(member -> member.deadlineFrom(begun)).max(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        Instant earliest = latestEnd(messages);
        return earliest.isBefore(longest) ? earliest : longest;
    }

    /** The earliest deadline of its members. */
    private static Instant latestEnd(Collection<TaskMessage> messages) {
        return messages.stream().map(TaskMessage::latestEnd).min(Comparator.naturalOrder()).orElse(Instant.MAX);
    }

    @Override
    void onBegun() {
        settler.started(this);
    }

    @Override
    public CompletionStage<Void> succeed() {
        return settle(member -> new Outcome.Done());
    }

    /** The same as {@link #succeed()}: the outcome is not delayed, because the lane waits until it is written. */
    @Override
    public void succeedUnawaited() {
        succeed();
    }

    @Override
    void onHandled() {
        synchronized (unwritten) {
            if (!unwritten.isEmpty()) {
                unwritten.values().iterator().next().processed(duration());
            }
        }
    }

    @Override
    public CompletionStage<Void> fail(Throwable error) {
        if (claim()) {
            List<MemberSettlement> outcomes = members().stream().map(member -> failure(member, error)).toList();
            kind = common(outcomes);
            tell(outcomes, error);
            settler.settle(this, outcomes, true);
        }
        return confirmed();
    }

    /** An observer that throws does not change the outcome of the failure. */
    private void tell(List<MemberSettlement> outcomes, Throwable error) {
        try {
            observer().failed(error, outcomes.stream().anyMatch(member -> member.outcome().isFailure()));
            settler.failed(this, outcomes, error);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a failure of " + this + " cannot be logged", e);
        }
    }

    /** Requeues the tasks to their group, where they are due at once. */
    @Override
    public CompletionStage<Void> requeue() {
        return settle(member -> new Outcome.Requeue());
    }

    private CompletionStage<Void> settle(Function<TaskMessage, Outcome> outcome) {
        if (claim()) {
            List<MemberSettlement> outcomes = members().stream()
                    .map(member -> new MemberSettlement(member, outcome.apply(member))).toList();
            kind = common(outcomes);
            settler.settle(this, outcomes, true);
        }
        return confirmed();
    }

    private static OutcomeKind common(List<MemberSettlement> outcomes) {
        List<OutcomeKind> kinds = outcomes.stream().map(member -> member.outcome().kind()).distinct().toList();
        return kinds.size() == 1 ? kinds.get(0) : null;
    }

    /**
     * Fails single members; the other members are handled without them. The delivery ends when all members have failed.
     *
     * @param errors task to its failure
     */
    public void failAlone(Map<TaskMessage, ? extends Throwable> errors) {
        settleAlone(member -> errors.containsKey(member.message()),
                member -> failedAlone(member.message(), errors.get(member.message())));
    }

    /** A member without an outcome would keep the lane of its group, and never run again. */
    private MemberSettlement failure(TaskMessage member, Throwable error) {
        try {
            MemberSettlement outcome = settler.failure(this, member, error);
            FailureOutcomes.count(error, attempts);
            return outcome;
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, member + " of " + this + " failed, and is requeued to its group, because its outcome"
                    + " cannot be chosen", e);
            return new MemberSettlement(member, new Outcome.Requeue());
        }
    }

    private MemberSettlement failedAlone(TaskMessage member, Throwable error) {
        MemberSettlement outcome = failure(member, error);
        tell(List.of(outcome), error);
        return outcome;
    }

    /**
     * Settles single members; the others are handled without them.
     *
     * @param settlement the outcome of a member; throws nothing
     */
    public void settleAlone(Predicate<Member> which, Function<Member, MemberSettlement> settlement) {
        List<Member> alone;
        boolean last;
        synchronized (this) {
            alone = members.stream().filter(which).toList();
            if (alone.isEmpty() || isClaimed()) {
                return;
            }
            members = members.stream().filter(which.negate()).toList();
            last = members.isEmpty() && claim();
        }
        settler.settle(this, alone.stream().map(settlement).toList(), last);
    }

    /**
     * Replaces the tasks by one: the new task is stored and the members are deleted in one step. If the new task is
     * refused because of its ID or its uniqueness lock, the members fail.
     *
     * @param aggregate the new task, of the same queue
     * @return completes when that is written; exceptionally with an {@link AggregateRefusedException} if the new task
     *        is refused, or with another exception if the group was settled before or its stage is lost
     */
    public CompletionStage<Void> replaceWith(NewTask aggregate) {
        return settler.replaceWith(this, aggregate);
    }

    /**
     * Identifies this set of members. If the set is requeued and staged again with the same members, for example after
     * its server died, its fingerprint stays the same. Different tasks with the same IDs have a different fingerprint.
     *
     * @return a UUID
     */
    public String fingerprint() {
        String text = members.stream()
                .map(member -> member.message().id() + "@" + member.joinedAt().getEpochSecond() + "@"
                        + member.firstSet())
                .collect(Collectors.joining("\n", set.queue() + "\n" + set.group() + "\n", ""));
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8)).toString();
    }

    @Override
    public void onLaneFree(Runnable callback) {
        confirmed().whenComplete((ok, error) -> callback.run());
    }

    @Override
    void onConfirmed() {
        synchronized (unwritten) {
            unwritten.values().forEach(metrics -> metrics.ended(OutcomeKind.LOST));
            unwritten.clear();
        }
        settler.confirmed(this);
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

    /** Whether the stage is certain to be held by this worker. */
    public boolean isStaged(Instant now) {
        return !stagingLost && now.isBefore(stagedUntil);
    }

    /** Stops extending the stage and writing outcomes: another worker will requeue the tasks to their group. */
    public void stagingLost() {
        stagingLost = true;
        abandon();
    }

    public boolean isStagingLost() {
        return stagingLost;
    }

    public void stagedUntil(Instant until) {
        stagedUntil = until;
    }

    @Override
    public String toString() {
        return PrintableText
                .of("GroupDelivery[" + members.size() + " tasks of group " + group() + " in queue " + queue() + "]");
    }
}
