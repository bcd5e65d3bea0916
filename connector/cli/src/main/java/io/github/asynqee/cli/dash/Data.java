package io.github.asynqee.cli.dash;

import java.util.List;

import io.github.asynqee.inspect.EnqueueEvent;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.Waiting;
import org.jspecify.annotations.Nullable;

/** Data read from Redis for a place. */
sealed interface Data {

    /** All readable queues, and the names of unreadable queues. */
    record Queues(List<QueueInfo> queues, List<String> unreadable) implements Data {}

    /** A page of tasks, and why tasks of the queue wait; for aggregating tasks also the groups of the queue. */
    record Tasks(QueueInfo queue, List<Waiting> why, List<InspectedTask> tasks,
            List<GroupInfo> groups) implements Data {}

    /** One task, {@code null} if it does not exist, and why it waits. */
    record OneTask(@Nullable InspectedTask task, List<Waiting> why) implements Data {}

    /** All running servers. */
    record Servers(List<ServerDetails> servers) implements Data {}

    /** All scheduler entries, and the latest enqueue events of the entry shown in detail. */
    record Cron(List<SchedulerEntryDetails> entries, List<EnqueueEvent> events) implements Data {}

    /** All findings. */
    record Findings(List<Finding> findings) implements Data {}
}
