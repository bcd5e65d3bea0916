package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskNotFoundException;

/** Reads what a place shows. */
final class Loader {

    private static final int EVENTS = 50;

    private final Inspector inspector;

    Loader(Inspector inspector) {
        this.inspector = inspector;
    }

    Data load(Place place, int pageSize) {
        return switch (place.tab()) {
            case QUEUES -> new Data.Queues(queues());
            case TASKS -> place.isDetail() ? task(place) : tasks(place, pageSize);
            case SERVERS -> new Data.Servers(inspector.servers());
            case CRON -> new Data.Cron(inspector.schedulerEntries(),
                    place.isDetail() ? inspector.enqueueEvents(place.detail(), 1, EVENTS) : List.of());
            case FINDINGS -> new Data.Findings(inspector.findings());
        };
    }

    private List<QueueInfo> queues() {
        List<QueueInfo> found = new ArrayList<>();
        for (String name : inspector.queues()) {
            try {
                found.add(inspector.queue(name));
            } catch (QueueNotFoundException e) {
                // it was removed after the names were read
            }
        }
        return found;
    }

    private Data tasks(Place place, int pageSize) {
        QueueInfo queue = inspector.queue(place.queue());
        if (place.state() != TaskState.AGGREGATING) {
            return new Data.Tasks(queue, inspector.tasks(place.queue(), place.state(), place.page(), pageSize),
                    List.of());
        }
        return new Data.Tasks(queue, place.isListOfGroups() ? List.of()
                : inspector.tasksOfGroup(place.queue(), place.group(), place.page(), pageSize),
                inspector.groups(place.queue()));
    }

    private Data task(Place place) {
        try {
            return new Data.OneTask(inspector.task(place.queue(), place.detail()));
        } catch (TaskNotFoundException e) {
            return new Data.OneTask(null);
        }
    }
}
