package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.broker.AggregationSet;
import io.github.asynqee.broker.Groups.GroupLimits;
import io.github.asynqee.broker.MemberSettlement;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.Outcome;
import io.github.asynqee.model.GoProducing.Reply;

/** What the operations on groups are expected to do: what Go does, and the declared differences. */
final class ExpectedGroups {

    private static final long TIMEOUT = 120;

    private final AsynqModel go;
    private final ExpectedProducing producing;
    private final ExpectedWorking working;
    private final Differences differences;

    ExpectedGroups(AsynqModel go, ExpectedProducing producing, ExpectedWorking working, Differences differences) {
        this.go = go;
        this.producing = producing;
        this.working = working;
        this.differences = differences;
    }

    /** Members of a staged set: those that can be used, each with the time it joined, and the IDs of the others. */
    record Members(List<String> usable, List<String> unusable, List<String> vanished, Long deadline) {}

    Set<String> list(String queue) {
        return go.groups.list(queue).stream().map(Raw::text).collect(Collectors.toSet());
    }

    boolean stage(String queue, String group, String setKey, GroupLimits limits) {
        return go.groups.stage(queue, group, setKey, limits.maxSize(), limits.maxDelay().toSeconds(),
                limits.gracePeriod().toSeconds());
    }

    Members read(String queue, String setKey) {
        Members members = new Members(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), deadline(queue, setKey));
        for (String id : go.space.zrange(setKey)) {
            String message = go.space.hget(Names.of(queue).task(id), "msg");
            if (message == null) {
                differences.met(Difference.MISSING_MEMBERS_TOLD);
                members.vanished().add(Raw.text(id));
            } else if (Found.of(queue, id, message).usable()) {
                members.usable().add(Raw.text(id) + "@" + go.space.zscore(setKey, id).longValue());
            } else {
                differences.met(Difference.MISSING_MEMBERS_TOLD);
                members.unusable().add(Raw.text(id));
            }
        }
        return members;
    }

    private Long deadline(String queue, String setKey) {
        Double deadline = go.groups.deadline(queue, setKey);
        return deadline == null ? null : Long.valueOf(deadline.longValue());
    }

    /** Gives sets their full time again; returns those that are not staged any more. */
    Set<String> extend(String queue, Collection<String> setKeys) {
        Set<String> gone = setKeys.stream().filter(key -> deadline(queue, Raw.of(key)) == null)
                .collect(Collectors.toSet());
        setKeys.stream().filter(key -> !gone.contains(key)).forEach(key -> {
            differences.met(Difference.STAGED_SET_EXTENDED);
            go.space.zadd(Names.of(queue).aggregationSets(), go.clock.seconds() + TIMEOUT, Raw.of(key));
        });
        return gone;
    }

    /** Settles members as if each had run alone, or puts them back into their group. */
    Optional<List<Boolean>> settle(AggregationSet set, List<MemberSettlement> settlements) {
        String setKey = Raw.of(set.key());
        Names names = Names.of(set.queue());
        if (go.groups.deadline(set.queue(), setKey) == null) {
            return Optional.empty();
        }
        differences.met(Difference.MEMBERS_SETTLED_ALONE);
        List<Boolean> results = new ArrayList<>(Collections.nCopies(settlements.size(), false));
        for (boolean deletes : new boolean[]{ true, false }) {
            for (int i = 0; i < settlements.size(); i++) {
                if (isDeletion(settlements.get(i).outcome()) == deletes) {
                    results.set(i, settle(set, settlements.get(i)));
                }
            }
        }
        if (!go.space.exists(setKey)) {
            go.space.zrem(names.aggregationSets(), setKey);
        }
        return Optional.of(results);
    }

    private static boolean isDeletion(Outcome outcome) {
        return outcome instanceof Outcome.Done || outcome instanceof Outcome.Revoke;
    }

    private boolean settle(AggregationSet set, MemberSettlement settlement) {
        Names names = Names.of(set.queue());
        String id = Raw.of(settlement.message().id());
        Double joined = go.space.zscore(Raw.of(set.key()), id);
        if (joined == null) {
            return false;
        }
        go.space.zrem(Raw.of(set.key()), id);
        if (settlement.outcome() instanceof Outcome.Requeue) {
            go.space.zadd(names.group(Raw.of(set.group())), joined, id);
            go.space.sadd(names.groups(), Raw.of(set.group()));
            return true;
        }
        Double staleLease = go.space.zscore(names.lease(), id);
        go.space.lpush(names.active(), id);
        go.space.zadd(names.lease(), go.working.leaseExpiry(), id);
        Found found = Found.of(set.queue(), id, Raw.of(settlement.message().toBytes()));
        boolean settled = working.settle(new Held(null, found, go.working.leaseExpiry()),
                isDeletion(settlement.outcome()) ? new Outcome.Revoke() : settlement.outcome());
        if (staleLease != null) {
            go.space.zadd(names.lease(), staleLease, id);
        }
        return settled;
    }

    void delete(String queue, String setKey) {
        Names names = Names.of(queue);
        for (String id : go.space.zrange(setKey)) {
            String lock = go.space.hget(names.task(id), "unique_key");
            unlock(lock == null ? "" : lock, id);
        }
        go.groups.delete(queue, setKey);
    }

    private void unlock(String lock, String id) {
        if (id.equals(go.space.get(lock))) {
            differences.met(Difference.MEMBERS_UNLOCK);
            go.space.del(lock);
        }
    }

    Optional<Reply> complete(AggregationSet set, NewTask aggregate) {
        String setKey = Raw.of(set.key());
        Names names = Names.of(set.queue());
        String stored = go.space.hget(names.task(Raw.of(aggregate.message().id())), "msg");
        if (go.groups.deadline(set.queue(), setKey) == null || !go.space.exists(setKey)) {
            return Raw.of(aggregate.message().toBytes()).equals(stored) ? Optional.of(Reply.STORED) : Optional.empty();
        }
        Reply reply = producing.store(aggregate);
        if (reply == Reply.STORED) {
            differences.met(Difference.AGGREGATED_AT_ONCE);
            int members = (int) go.space.zrange(setKey).stream()
                    .filter(id -> go.space.hget(names.task(id), "msg") != null)
                    .count();
            set.messages().stream().filter(message -> go.space.zscore(setKey, Raw.of(message.id())) != null)
                    .forEach(message -> unlock(Raw.of(message.uniqueKey()), Raw.of(message.id())));
            delete(set.queue(), setKey);
            for (int i = 0; i < members; i++) {
                differences.met(Difference.MEMBERS_COUNTED);
                go.working.countProcessed(names);
            }
        }
        return Optional.of(reply);
    }

    int reclaim(String queue) {
        Names names = Names.of(queue);
        List<String> sets = go.groups.reclaim(queue);
        for (String setKey : sets) {
            differences.met(Difference.RECLAIMED_GROUP_IS_LISTED);
            go.space.sadd(names.groups(), setKey.substring(names.group("").length(), setKey.lastIndexOf(':')));
        }
        return sets.size();
    }
}
