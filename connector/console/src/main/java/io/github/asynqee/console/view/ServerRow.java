package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.ServerDetails;

/** A running server. */
public record ServerRow(String id, String host, long pid, long concurrency, Map<String, Integer> queues, boolean strict,
        String status, Instant startedAt, List<Running> running) {

    private static final int MAX_RUNNING = 500;
    private static final int MAX_TEXT = 300;

    /** A task that it runs. */
    public record Running(String id, String type, String queue, String payload, Instant startedAt, Instant deadline) {}

    public static ServerRow of(ServerDetails server, Masking masking) {
        List<Running> running = server.activeWorkers().stream().limit(MAX_RUNNING)
                .map(task -> new Running(task.taskId(), task.type(), task.queue(), line(task.payload(), masking),
                        task.startedAt(), task.deadline()))
                .toList();
        return new ServerRow(server.id(), server.host(), server.pid(), server.concurrency(), server.queues(),
                server.strictPriority(), server.status(), server.startedAt(), running);
    }

    static String line(byte[] payload, Masking masking) {
        String text = payload == null ? "" : masking.text(payload);
        return text == null ? null : Payloads.cut(text, MAX_TEXT);
    }
}
