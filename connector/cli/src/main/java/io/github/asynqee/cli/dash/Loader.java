package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.redis.connection.RedisErrors;

/** Reads what a place shows. */
final class Loader {

    private static final int EVENTS = 50;

    private final Inspector inspector;

    Loader(Inspector inspector) {
        this.inspector = inspector;
    }

    Data load(Place place, int pageSize) {
        return switch (place.tab()) {
            case QUEUES -> queues();
            case TASKS -> place.isDetail() ? task(place) : tasks(place, pageSize);
            case SERVERS -> new Data.Servers(inspector.servers());
            case CRON -> new Data.Cron(inspector.periodic().schedulerEntries(),
                    place.isDetail() ? inspector.periodic().enqueueEvents(place.detail(), 1, EVENTS) : List.of());
            case FINDINGS -> new Data.Findings(inspector.health().findings());
        };
    }

    /** A queue of which a key has another type is named, and hides no other one. */
    private Data queues() {
        List<String> unreadable = new ArrayList<>();
        List<QueueInfo> queues = inspector.queues().infos(inspector.queues().names(), (queue, error) -> {
            if (!RedisErrors.isWrongType(error)) {
                throw error;
            }
            unreadable.add(queue);
        });
        return new Data.Queues(queues, unreadable);
    }

    private Data tasks(Place place, int pageSize) {
        QueueInfo queue = inspector.queues().info(place.queue());
        if (place.state() != TaskState.AGGREGATING) {
            return new Data.Tasks(queue, inspector.tasks().list(place.queue(), place.state(), place.page(), pageSize),
                    List.of());
        }
        return new Data.Tasks(queue, place.isListOfGroups() ? List.of()
                : inspector.tasks().listOfGroup(place.queue(), place.group(), place.page(), pageSize),
                inspector.queues().groups(place.queue()));
    }

    private Data task(Place place) {
        try {
            return new Data.OneTask(inspector.tasks().get(place.queue(), place.detail()));
        } catch (TaskNotFoundException e) {
            return new Data.OneTask(null);
        }
    }
}
