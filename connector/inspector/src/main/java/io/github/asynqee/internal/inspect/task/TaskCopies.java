package io.github.asynqee.internal.inspect.task;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.ProcessTime;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.Uniqueness;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jspecify.annotations.Nullable;

/** Enqueues copies of tasks. A compressed or encrypted payload is copied unchanged. */
public final class TaskCopies {

    private final AsynqClient client;

    public TaskCopies(AsynqClient client) {
        this.client = client;
    }

    TaskInfo duplicate(TaskMessage message, TaskEdit edit) {
        byte[] payload = edited(edit.payload(), message.payload());
        String group = message.group().isBlank() ? null : message.group();
        Instant deadline = message.deadline();
        TaskOptions options = new TaskOptions(edited(edit.maxRetry(), message.maxRetry()),
                edited(edit.queue(), message.queue()), null, edited(edit.timeout(), message.timeout()),
                edited(edit.deadline(), deadline), edit.uniqueFor(),
                edit.processAt() == null ? null : new ProcessTime.At(edit.processAt()),
                edited(edit.retention(), notNegative(message.retention())), group,
                TaskEdits.headers(message, edit), Uniqueness.NONE);
        // the wire format does not distinguish an empty from a missing payload; most clients mean a missing payload
        return client.enqueue(Task.of(edited(edit.type(), message.type()), payload.length == 0 ? null : payload)
                .with(options));
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }

    private static <T> T edited(@Nullable T edit, T original) {
        return edit == null ? original : edit;
    }
}
