package io.github.asynqee.interop;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.protocol.WorkerInfo;

/** Random messages of each kind; any field may be zero. */
final class RandomMessages {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant GO_ZERO_TIME = Instant.parse("0001-01-01T00:00:00Z");

    private final Random random;
    private final RandomTexts texts;

    /** Decodes and encodes a message with this implementation. */
    interface Again {
        byte[] of(byte[] bytes) throws UndecodableMessageException;
    }

    /**
     * A random message.
     *
     * @param name the name of asynq's message type
     * @param bytes the message encoded by this implementation
     * @param fields its fields in protobuf's JSON form
     * @param again decodes and encodes messages of this type
     */
    record Sample(String name, byte[] bytes, JsonNode fields, Again again) {}

    RandomMessages(Random random) {
        this.random = random;
        this.texts = new RandomTexts(random);
    }

    Sample any() {
        return switch (random.nextInt(6)) {
            case 0 -> serverInfo();
            case 1 -> workerInfo();
            case 2 -> schedulerEntry();
            case 3 -> enqueueEvent();
            default -> taskMessage();
        };
    }

    Sample taskMessage() {
        String type = text();
        String id = text();
        String queue = text();
        byte[] payload = bytes();
        int retry = number();
        int retried = number();
        long timeout = seconds();
        long deadline = seconds();
        String unique = text();
        long retention = seconds();
        String group = text();
        Map<String, String> headers = map(this::text);
        String error = text();
        long failedAt = seconds();
        long completedAt = seconds();
        TaskMessage message = TaskMessage.builder(type, id, queue).payload(payload).maxRetry(retry).retried(retried)
                .timeout(Duration.ofSeconds(timeout)).deadline(Instant.ofEpochSecond(deadline)).uniqueKey(unique)
                .retention(Duration.ofSeconds(retention)).group(group).headers(headers).build()
                .failed(error, Instant.ofEpochSecond(failedAt), false).completed(Instant.ofEpochSecond(completedAt));
        ObjectNode fields = JSON.createObjectNode().put("type", type).put("payload", payload).put("id", id)
                .put("queue", queue).put("retry", retry).put("retried", retried).put("error_msg", error)
                .put("timeout", "" + timeout).put("deadline", "" + deadline).put("unique_key", unique)
                .put("last_failed_at", "" + failedAt).put("retention", "" + retention)
                .put("completed_at", "" + completedAt).put("group_key", group)
                .set("headers", JSON.valueToTree(headers));
        return new Sample("TaskMessage", message.toBytes(), fields, bytes -> TaskMessage.parse(bytes).toBytes());
    }

    private Sample serverInfo() {
        ServerInfo info = new ServerInfo(text(), number(), text(), number(), map(this::number), random.nextBoolean(),
                text(), instant(), number());
        ObjectNode fields = JSON.createObjectNode().put("host", info.host()).put("pid", info.pid())
                .put("server_id", info.serverId()).put("concurrency", info.concurrency())
                .put("strict_priority", info.strictPriority()).put("status", info.status())
                .put("start_time", info.startTime().toString()).put("active_worker_count", info.activeWorkers())
                .set("queues", JSON.valueToTree(info.queues()));
        return new Sample("ServerInfo", info.toBytes(), fields, bytes -> ServerInfo.parse(bytes).toBytes());
    }

    private Sample workerInfo() {
        WorkerInfo info = new WorkerInfo(text(), number(), text(), text(), text(), bytes(), text(), instant(),
                instant());
        ObjectNode fields = JSON.createObjectNode().put("host", info.host()).put("pid", info.pid())
                .put("server_id", info.serverId()).put("task_id", info.taskId()).put("task_type", info.taskType())
                .put("task_payload", info.taskPayload()).put("queue", info.queue())
                .put("start_time", info.startTime().toString()).put("deadline", info.deadline().toString());
        return new Sample("WorkerInfo", info.toBytes(), fields, bytes -> WorkerInfo.parse(bytes).toBytes());
    }

    private Sample schedulerEntry() {
        List<String> options = Stream.generate(() -> text() + "(" + text()).limit(random.nextInt(3)).toList();
        Instant previous = random.nextBoolean() ? null : instant();
        SchedulerEntry entry = new SchedulerEntry(text(), text(), text(), bytes(), options, instant(), previous);
        ObjectNode fields = JSON.createObjectNode().put("id", entry.id()).put("spec", entry.spec())
                .put("task_type", entry.taskType()).put("task_payload", entry.taskPayload())
                .put("next_enqueue_time", entry.next().toString())
                .put("prev_enqueue_time", (previous == null ? GO_ZERO_TIME : previous).toString())
                .set("enqueue_options", JSON.valueToTree(options));
        return new Sample("SchedulerEntry", entry.toBytes(), fields, bytes -> SchedulerEntry.parse(bytes).toBytes());
    }

    private Sample enqueueEvent() {
        SchedulerEnqueueEvent event = new SchedulerEnqueueEvent(text(), instant());
        ObjectNode fields = JSON.createObjectNode().put("task_id", event.taskId()).put("enqueue_time",
                event.enqueuedAt().toString());
        return new Sample("SchedulerEnqueueEvent", event.toBytes(), fields,
                bytes -> SchedulerEnqueueEvent.parse(bytes).toBytes());
    }

    private String text() {
        return random.nextInt(4) == 0 ? "" : texts.text();
    }

    private byte[] bytes() {
        return texts.bytes();
    }

    private int number() {
        return random.nextInt(4) == 0 ? 0 : random.nextInt() >> random.nextInt(32);
    }

    private long seconds() {
        return random.nextInt(4) == 0 ? 0 : random.nextLong() >> 16 + random.nextInt(48);
    }

    /** A time in the range of protobuf's JSON form: from the year 1 to 9999. */
    private Instant instant() {
        long seconds = random.nextInt(4) == 0 ? 0 : random.nextLong(-62_135_596_800L, 253_402_300_800L);
        return Instant.ofEpochSecond(seconds, random.nextBoolean() ? 0 : random.nextInt(1_000_000_000));
    }

    private <V> Map<String, V> map(Supplier<V> value) {
        Map<String, V> map = new HashMap<>();
        for (int entries = random.nextInt(4); entries > 0; entries--) {
            map.put(text(), value.get());
        }
        return map;
    }
}
