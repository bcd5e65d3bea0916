package io.github.asynqee.cli.dash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/** Reads the data of a place. */
final class Loader {

    private static final int EVENTS = 50;

    private final Inspector inspector;

    Loader(Inspector inspector) {
        this.inspector = inspector;
    }

    Data load(Location place, int pageSize) {
        return switch (place.tab()) {
            case QUEUES -> queues();
            case TASKS -> place.detail() == null ? tasks(place, pageSize) : task(place.queue(), place.detail());
            case SERVERS -> new Data.Servers(inspector.servers());
            case CRON -> cron(place.detail());
            case FINDINGS -> new Data.Findings(inspector.health().findings());
        };
    }

    private Data cron(@Nullable String detail) {
        return new Data.Cron(inspector.periodic().schedulerEntries(),
                detail == null ? List.of() : inspector.periodic().enqueueEvents(detail, 1, EVENTS));
    }

    /** Lists a queue with a key of the wrong type as unreadable instead of failing for all queues. */
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

    private Data tasks(Location place, int pageSize) {
        QueueInfo queue = inspector.queues().info(place.queue());
        List<Waiting> why = waiting(() -> inspector.queues().why(place.queue()));
        if (place.state() != TaskState.AGGREGATING) {
            return new Data.Tasks(queue, why,
                    inspector.tasks().list(place.queue(), place.state(), place.page(), pageSize), List.of());
        }
        return new Data.Tasks(queue, why, place.group() == null ? List.of()
                : inspector.tasks().listOfGroup(place.queue(), place.group(), place.page(), pageSize),
                inspector.queues().groups(place.queue()));
    }

    private Data task(String queue, String id) {
        try {
            return new Data.OneTask(inspector.tasks().get(queue, id),
                    waiting(() -> inspector.tasks().why(queue, id)));
        } catch (TaskNotFoundException e) {
            return new Data.OneTask(null, List.of());
        }
    }

    /** The waiting tasks with their reasons. If the reasons cannot be read, the rest is still worth showing. */
    private static List<Waiting> waiting(Supplier<List<Waiting>> reading) {
        try {
            return reading.get().stream().filter(waiting -> waiting.reason() != Waiting.Reason.NOTHING).toList();
        } catch (InspectionException e) {
            return List.of();
        } catch (BrokerException e) {
            if (RedisErrors.isWrongType(e)) {
                return List.of();
            }
            throw e;
        }
    }
}
