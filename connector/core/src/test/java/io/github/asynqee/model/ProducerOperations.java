package io.github.asynqee.model;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.broker.StoreResult;
import io.github.asynqee.model.GoProducing.Reply;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.protocol.UniqueKey;

/** What producers do. */
final class ProducerOperations {

    private ProducerOperations() {}

    enum Kind {
        PENDING, SCHEDULED, GROUPED
    }

    /**
     * A task to be stored.
     *
     * @param lockFor milliseconds, 0 if the task is not unique
     * @param delay milliseconds from now, if it is scheduled
     * @param header value of its header, {@code null} if it has none
     */
    record Order(String queue, String id, String type, String payload, Kind kind, long lockFor, long delay,
            String group, int retention, int maxRetry, String header) {

        Order in(String otherQueue) {
            return new Order(otherQueue, id, type, payload, kind, lockFor, delay, group, retention, maxRetry, header);
        }

        Order unique(int seconds) {
            return new Order(queue, id, type, payload, kind, seconds * 1000L, delay, group, retention, maxRetry,
                    header);
        }

        Order retained(int seconds) {
            return new Order(queue, id, type, payload, kind, lockFor, delay, group, seconds, maxRetry, header);
        }

        NewTask task(Run run) {
            byte[] bytes = HexFormat.of().parseHex(payload);
            TaskMessage.Builder message = TaskMessage.builder(type, id, queue).payload(bytes).maxRetry(maxRetry)
                    .timeout(Duration.ofSeconds(30)).retention(Duration.ofSeconds(retention)).group(group)
                    .headers(header == null ? Map.of() : Map.of("заголовок", header));
            if (lockFor > 0) {
                message.uniqueKey(UniqueKey.of(queue, type, bytes));
            }
            Placement placement = switch (kind) {
                case PENDING -> new Placement.Pending();
                case SCHEDULED -> new Placement.Scheduled(run.now().plusMillis(delay));
                case GROUPED -> new Placement.InGroup();
            };
            return new NewTask(message.build(), placement, lockFor > 0 ? Duration.ofMillis(lockFor) : null);
        }
    }

    record Store(List<Order> orders) implements Operation {
        @Override
        public void run(Run run) {
            List<NewTask> tasks = orders.stream().map(order -> order.task(run)).toList();
            List<StoreResult> results = run.broker().producing().store(tasks);
            run.expect(tasks.stream().map(run.producing()::store).map(ProducerOperations::result).toList(), results);
        }
    }

    /** A Go producer adds a unique task to a group. */
    record AddToGroupByGo(Order order) implements Operation {
        @Override
        public void run(Run run) {
            NewTask task = order.task(run);
            run.disturb(model -> model.producing.addToGroupUnique(ExpectedProducing.wire(task),
                    task.lockFor().getSeconds()));
        }
    }

    static StoreResult result(Reply reply) {
        return switch (reply) {
            case STORED -> new StoreResult.Stored();
            case ID_CONFLICT -> new StoreResult.IdTaken();
            case DUPLICATE -> new StoreResult.Duplicate();
        };
    }
}
