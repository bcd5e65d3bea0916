package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.QueueInfo;

/** The cached state of a queue. Commands that Redis executes within scripts count as commands. */
final class CachedQueue {

    private static final int COUNTED_GROUPS = 200;
    private static final int COUNTING = 14;
    private static final int EXAMINING = 5;
    private static final int EXAMINED_GROUPS = 100;
    /** Number of commands to examine failed tasks, which are read to find types without a handler. */
    private static final int EXAMINING_FAILED = 110;
    private static final int SAMPLING = 60;
    private static final int SAMPLED_TASKS = 20;

    private final String name;
    private QueueRow row;
    private Instant readAt = Instant.MIN;
    private Instant attemptedAt = Instant.MIN;
    private Instant examinedAt = Instant.MIN;
    private Instant lookedAt = Instant.MIN;
    private Instant sampledAt = Instant.MIN;
    private double bytesPerTask;
    private List<Finding> findings = List.of();
    private boolean unread;

    CachedQueue(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The row, {@code null} before the first reading. */
    QueueRow row() {
        return row;
    }

    Instant readAt() {
        return readAt;
    }

    /** When it was last attempted to count the queue. */
    Instant attemptedAt() {
        return attemptedAt;
    }

    /** When it was last attempted to search for findings. */
    Instant lookedAt() {
        return lookedAt;
    }

    /** Time of the last examination. Findings that the examination did not report are absent. */
    Instant examinedAt() {
        return isToBeExamined() && examinedAt.isBefore(readAt) ? examinedAt : readAt;
    }

    Instant sampledAt() {
        return sampledAt;
    }

    List<Finding> findings() {
        return findings;
    }

    boolean isUnread() {
        return unread;
    }

    /** The number of tasks that wait or have failed. */
    long backlog() {
        return row == null ? 0 : row.pending() + row.active() + row.retry() + row.aggregating();
    }

    /** Whether the queue can have a finding. */
    boolean isToBeExamined() {
        return !findings.isEmpty() || row != null && (row.size() > row.completed() || row.isPaused());
    }

    boolean hasTasks() {
        return row != null && row.size() > 0;
    }

    void counted(QueueInfo info, long consumers, Instant at) {
        long memory = (long) (bytesPerTask * info.size());
        row = QueueRow.of(info, info.memoryUsage() > 0 ? info.memoryUsage() : memory, consumers);
        readAt = at;
        attemptedAt = at;
        unread = false;
    }

    void sampled(QueueInfo info, long consumers, Instant at) {
        bytesPerTask = info.size() == 0 ? 0 : (double) info.memoryUsage() / info.size();
        sampledAt = at;
        counted(info, consumers, at);
    }

    void examined(List<Finding> found, Instant at) {
        findings = List.copyOf(found);
        examinedAt = at;
        lookedAt = at;
    }

    /** The search for findings failed; the known findings stay. */
    void notExamined(Instant at) {
        lookedAt = at;
    }

    void failed(Instant at) {
        attemptedAt = at;
        unread = true;
    }

    void servedBy(long consumers) {
        if (row != null && row.consumers() != consumers) {
            row = row.servedBy(consumers);
        }
    }

    /** The commands of a counting. */
    int countingCost() {
        return COUNTING + (row == null ? 0 : (int) Math.min(COUNTED_GROUPS, row.groups()));
    }

    /** The commands of a search for findings. */
    int examiningCost() {
        boolean failed = row != null && row.retry() + row.archived() > 0;
        return EXAMINING + (failed ? EXAMINING_FAILED : 0)
                + (row == null ? 0 : (int) Math.min(EXAMINED_GROUPS, row.groups()));
    }

    /** The commands of an estimate of the memory. */
    int samplingCost() {
        return countingCost() + SAMPLING + (int) Math.min(SAMPLED_TASKS * 3L, row == null ? 0 : row.size());
    }
}
