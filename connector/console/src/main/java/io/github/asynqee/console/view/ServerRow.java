package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.mask.Payloads;
import io.github.asynqee.inspect.ServerDetails;

/**
 * A running server.
 *
 * @param concurrency how many tasks it runs at once at most
 * @param queues its queues and their priorities
 * @param strict whether lower queues wait until higher ones are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startedAt {@code null} if it is not known
 * @param running the tasks that it runs, at most 500
 */
public record ServerRow(String id, String host, @Member(min = Member.ANY) long pid, long concurrency,
        @Member(min = Member.ANY) Map<String, Integer> queues, boolean strict,
        String status, Instant startedAt, List<Running> running) {

    private static final int MAX_RUNNING = 500;
    private static final int MAX_TEXT = 300;

    /**
     * A task that a server runs.
     *
     * @param payload its beginning, {@code null} if it is binary
     * @param startedAt {@code null} if it is not known
     * @param deadline by when it must end, {@code null} if it is not limited
     */
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
