package io.github.asynqee.console.view;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
 * @param queues its queues and their priorities; at most 50 queues, the queues with the highest priorities
 * @param queueCount the number of all its queues
 * @param strict whether lower queues wait until higher ones are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startedAt {@code null} if it is not known
 * @param running the tasks that it runs; at most 100 tasks, the tasks that have run for the longest time
 * @param runningCount the number of all tasks that it runs
 */
public record ServerRow(String id, String host, @Member(min = Member.ANY) long pid, long concurrency,
        @Member(min = Member.ANY) Map<String, Integer> queues,
        long queueCount, boolean strict, String status, Instant startedAt,
        @Member(maxItems = 100) List<Running> running,
        long runningCount) {

    private static final int MAX_QUEUES = 50;
    private static final int MAX_RUNNING = 100;
    private static final int MAX_TEXT = 300;
    private static final Comparator<Map.Entry<String, Integer>> HIGHEST_FIRST = Map.Entry
            .<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey());

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
        Map<String, Integer> queues = new LinkedHashMap<>();
        server.queues().entrySet().stream().sorted(HIGHEST_FIRST).limit(MAX_QUEUES)
                .forEach(queue -> queues.put(queue.getKey(), queue.getValue()));
        return new ServerRow(server.id(), server.host(), server.pid(), server.concurrency(), queues,
                server.queues().size(), server.strictPriority(), server.status(), server.startedAt(), running,
                server.activeWorkers().size());
    }

    static String line(byte[] payload, Masking masking) {
        String text = payload == null ? "" : masking.text(payload);
        return text == null ? null : Payloads.cut(text, MAX_TEXT);
    }
}
