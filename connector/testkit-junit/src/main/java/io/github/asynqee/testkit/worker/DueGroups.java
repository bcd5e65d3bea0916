package io.github.asynqee.testkit.worker;

import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.GroupConfig;

/** The groups that a worker has still to handle. */
final class DueGroups {

    private final GroupCommands groups;
    private final Clock clock;
    private final List<ChannelConfig> handled;

    /** @param channels what the worker handles, groups and others */
    DueGroups(GroupCommands groups, Clock clock, List<ChannelConfig> channels) {
        this.groups = groups;
        this.clock = clock;
        this.handled = channels.stream().filter(ChannelConfig::handlesGroups)
                .sorted(Comparator.comparing((ChannelConfig one) -> one.prefix().length()).reversed()).toList();
    }

    /** The groups of some queues that are due now, each in a line for messages. */
    List<String> in(List<String> queues) {
        return queues.stream().filter(queue -> handled.stream().anyMatch(one -> one.covers(queue)))
                .flatMap(queue -> groups.look(queue, groups.list(queue)).stream()
                        .filter(group -> isDue(queue, group))
                        .map(group -> group.size() + " tasks of group \"" + group.name() + "\" of queue " + queue))
                .toList();
    }

    private boolean isDue(String queue, WaitingGroup group) {
        Optional<GroupConfig> config = handled.stream()
                .filter(one -> one.covers(queue) && group.name().startsWith(one.prefix())).findFirst()
                .map(ChannelConfig::groups);
        return config.map(it -> new GroupLimits(it.maxSize(), it.maxDelay(), it.gracePeriod()))
                .filter(limits -> !limits.dueAt(group).isAfter(clock.instant())).isPresent();
    }
}
