package io.github.asynqee.internal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UniqueKey;

/** New tasks of type {@code email:welcome}. */
public final class Tasks {

    static final String TYPE = "email:welcome";

    private Tasks() {}

    static TaskMessage.Builder message(String queue, String id) {
        return TaskMessage.builder(TYPE, id, queue).maxRetry(3).timeout(Duration.ofSeconds(30))
                .payload(id.getBytes(UTF_8));
    }

    public static NewTask pending(String queue, String id) {
        return new NewTask(message(queue, id).build(), new Placement.Pending(), null);
    }

    static NewTask scheduled(String queue, String id, Instant at) {
        return new NewTask(message(queue, id).build(), new Placement.Scheduled(at), null);
    }

    static NewTask grouped(String queue, String id, String group) {
        return new NewTask(message(queue, id).group(group).build(), new Placement.InGroup(), null);
    }

    static NewTask retained(String queue, String id, Duration retention) {
        return new NewTask(message(queue, id).retention(retention).build(), new Placement.Pending(), null);
    }

    /** A unique task; tasks of one queue with the same subject have the same lock. */
    static NewTask unique(String queue, String id, String subject, Placement placement, Duration lockFor) {
        return new NewTask(TaskMessage.builder(TYPE, id, queue).maxRetry(3).payload(subject.getBytes(UTF_8)).group("g")
                .uniqueKey(lock(queue, subject)).build(), placement, lockFor);
    }

    static NewTask unique(String queue, String id, String subject) {
        return new NewTask(TaskMessage.builder(TYPE, id, queue).maxRetry(3).payload(subject.getBytes(UTF_8))
                .uniqueKey(lock(queue, subject)).build(), new Placement.Pending(), Duration.ofSeconds(60));
    }

    static String lock(String queue, String subject) {
        return UniqueKey.of(queue, TYPE, subject.getBytes(UTF_8));
    }
}
