package io.github.asynqee.internal.engine;

import java.time.Duration;
import java.util.function.Predicate;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.redis.BrokerException;

/** Changes many tasks of one queue while its slot moves. */
final class ReshardBulk {

    static final String QUEUE = "bulked";
    private static final int TASKS = 30;
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration HOUR = Duration.ofHours(1);

    private final DefaultAsynqClient client;
    private final Inspector inspector;
    private final ReshardLedger ledger;
    private int rounds;

    ReshardBulk(RedisBroker broker, ReshardLedger ledger) {
        this.client = DefaultAsynqClient.of(broker);
        this.inspector = new RedisInspector(broker, broker.executor(), () -> {});
        this.ledger = ledger;
    }

    private void send(String type, int number, Task<String> task, String state) {
        String id = type + rounds + "-" + number;
        ledger.stored.remove(id);
        if (ledger.sent(client, task.queue(QUEUE).type(type + rounds), id, ledger.acceptedInBulk)) {
            if (state.equals("run")) {
                ledger.toRun.add(id);
            } else {
                ledger.stored.put(id, state);
            }
        }
    }

    void round() {
        rounds++;
        for (int i = 0; i < TASKS; i++) {
            Task<String> task = Task.of("any", i % 2 == 0 ? "even" : "odd");
            send("delete", i, task.processIn(HOUR), i % 2 == 0 ? "" : "scheduled");
            send("archive", i, task, "archived");
            send("undo-pending", i, task, "pending");
            send("undo-scheduled", i, task.processIn(HOUR), "scheduled");
            send("undo-group", i, task.group("stays"), "aggregating");
            send("run", i, task.processIn(HOUR), "run");
            send("move", i, task, "run");
        }
        change(BulkAction.DELETE, "delete", task -> new String(task.info().payload()).equals("even"), "");
        change(BulkAction.ARCHIVE, "archive", task -> true, "");
        change(BulkAction.ARCHIVE, "undo", task -> true, "undo" + rounds);
        change(BulkAction.RUN, "run", task -> true, "");
        change(BulkAction.RESTORE, "undo", task -> true, "undo" + rounds);
        for (int i = 0; i < TASKS; i++) {
            String id = "move" + rounds + "-" + i;
            if (ledger.toRun.contains(id)) {
                move(id);
            }
        }
    }

    private void change(BulkAction action, String type, Predicate<InspectedTask> condition, String name) {
        String ending = String.valueOf(rounds);
        BulkOperations bulk = inspector.bulk().where(task -> task.info().type().replaceAll("\\D", "").equals(ending)
                && condition.test(task));
        BulkOperations run = name.isEmpty() ? bulk : bulk.asRun(name);
        String next = null;
        do {
            String from = next;
            BulkPage page = ReshardLedger.persistently(() -> run.change(action,
                    TaskFilter.ALL.inQueues(QUEUE).withType(type), from, 10, STEP));
            next = page.next();
        } while (next != null);
    }

    private void move(String id) {
        ReshardLedger.persistently(() -> {
            try {
                inspector.changes().move(QUEUE, id, ReshardLoad.QUEUE);
            } catch (TaskNotFoundException e) {
                // it was moved, and the answer was lost
            }
            return true;
        });
    }

    void close() {
        client.close();
    }

    /** Requests to cancel a task that runs. */
    void cancel(String id) {
        try {
            inspector.changes().cancel(id);
        } catch (BrokerException e) {
            // is requested again
        }
    }
}
