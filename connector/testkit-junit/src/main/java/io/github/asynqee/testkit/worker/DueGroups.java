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

/** Finds groups that are due and that a worker must still handle. */
final class DueGroups {

    private final GroupCommands groups;
    private final Clock clock;
    private final List<ChannelConfig> handled;

    /** @param channels all channels of the worker, with and without groups */
    DueGroups(GroupCommands groups, Clock clock, List<ChannelConfig> channels) {
        this.groups = groups;
        this.clock = clock;
        this.handled = channels.stream().filter(ChannelConfig::handlesGroups)
                .sorted(Comparator.comparing((ChannelConfig one) -> one.prefix().length()).reversed()).toList();
    }

    /** Describes the due groups of queues, one line per group. */
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
