package io.github.asynqee.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.broker.AggregationSet;
import io.github.asynqee.broker.Groups.GroupLimits;
import io.github.asynqee.broker.MemberSettlement;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.StoreResult;
import io.github.asynqee.broker.WaitingGroup;
import io.github.asynqee.model.ExpectedGroups.Members;
import io.github.asynqee.model.ProducerOperations.Order;
import io.github.asynqee.model.WorkerOperations.Choice;
import io.github.asynqee.protocol.TaskMessage;

/** What is done to groups. */
final class GroupOperations {

    private GroupOperations() {}

    record Look(String queue) implements Operation {
        @Override
        public void run(Run run) {
            Set<String> groups = run.broker().groups().list(queue);
            run.expect(run.groups().list(queue), groups);
            Names names = Names.of(queue);
            Space space = run.model().space;
            List<WaitingGroup> expected = groups.stream().filter(group -> space.exists(names.group(Raw.of(group))))
                    .map(group -> waiting(group, names.group(Raw.of(group)), space)).toList();
            run.expect(Set.copyOf(expected), Set.copyOf(run.broker().groups().look(queue, groups)));
        }

        private static WaitingGroup waiting(String group, String key, Space space) {
            List<String> members = space.zrange(key);
            return new WaitingGroup(group, members.size(), at(space.zscore(key, members.get(0))),
                    at(space.zscore(key, members.get(members.size() - 1))));
        }

        private static Instant at(double score) {
            return Instant.ofEpochSecond((long) score);
        }
    }

    record Stage(String queue, String group, int maxSize, int maxDelay, int grace) implements Operation {
        @Override
        public void run(Run run) {
            GroupLimits limits = new GroupLimits(maxSize, Duration.ofSeconds(maxDelay), Duration.ofSeconds(grace));
            Optional<String> key = run.broker().groups().stage(queue, group, limits);
            String setKey = Raw.of(key.orElse("none"));
            run.expect(run.groups().stage(queue, group, setKey, limits), key.isPresent());
            key.ifPresent(set -> run.stage(read(run, queue, set)));
        }
    }

    record Read(int choice) implements Operation {
        @Override
        public void run(Run run) {
            AggregationSet set = run.set(choice);
            if (set != null) {
                run.stage(read(run, set.queue(), set.key()));
            }
        }
    }

    private static AggregationSet read(Run run, String queue, String key) {
        AggregationSet set = run.broker().groups().read(queue, key);
        List<String> ids = set.members().stream()
                .map(member -> member.message().id() + "@" + member.joinedAt().getEpochSecond()).toList();
        List<String> unusable = set.unusable().stream().map(member -> member.message().id()).toList();
        Long deadline = set.deadline() == null ? null : set.deadline().getEpochSecond();
        run.expect(run.groups().read(queue, Raw.of(key)), new Members(ids, unusable, set.vanished(), deadline));
        return set;
    }

    record Extend(String queue, List<Integer> choices) implements Operation {
        @Override
        public void run(Run run) {
            Set<String> keys = choices.stream().map(run::set).filter(set -> set != null && set.queue().equals(queue))
                    .map(AggregationSet::key).collect(Collectors.toSet());
            Set<String> gone = run.broker().groups().extend(queue, keys);
            run.expect(run.groups().extend(queue, keys), gone);
        }
    }

    /** Settles the first members of a set as it was last read, each as the choices say. */
    record Settle(int choice, List<Choice> choices) implements Operation {
        @Override
        public void run(Run run) {
            AggregationSet set = run.set(choice);
            if (set == null) {
                return;
            }
            List<TaskMessage> members = Stream
                    .concat(set.messages().stream(), set.unusable().stream().map(AggregationSet.Unusable::message))
                    .toList();
            List<MemberSettlement> settlements = new ArrayList<>();
            for (int i = 0; i < Math.min(choices.size(), members.size()); i++) {
                settlements.add(new MemberSettlement(members.get(i), choices.get(i).outcome(run)));
            }
            if (!settlements.isEmpty()) {
                Optional<List<Boolean>> results = run.broker().groups().settle(set, settlements);
                run.expect(run.groups().settle(set, settlements), results);
            }
        }
    }

    record Delete(int choice) implements Operation {
        @Override
        public void run(Run run) {
            AggregationSet set = run.set(choice);
            if (set != null) {
                run.broker().groups().delete(set.queue(), set.key());
                run.groups().delete(set.queue(), Raw.of(set.key()));
            }
        }
    }

    /** The aggregate goes to the queue of the set, whatever it says itself. */
    record Complete(int choice, Order aggregate) implements Operation {
        @Override
        public void run(Run run) {
            AggregationSet set = run.set(choice);
            if (set != null) {
                NewTask task = aggregate.in(set.queue()).task(run);
                Optional<StoreResult> result = run.broker().groups().complete(set, task);
                run.expect(run.groups().complete(set, task).map(ProducerOperations::result), result);
            }
        }
    }

    record Reclaim(String queue) implements Operation {
        @Override
        public void run(Run run) {
            int reclaimed = run.broker().groups().reclaimStale(queue);
            run.expect(run.groups().reclaim(queue), reclaimed);
        }
    }
}
